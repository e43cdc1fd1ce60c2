// Search in pages that are opened from a folder: browsers allow them no workers, so the worker's script runs in a hidden frame.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super()
      const frame = document.createElement("iframe")
      frame.hidden = true
      const start = () => {
        document.body.append(frame)
        this.inside = frame.contentWindow
        this.inside.postMessage = data => this.dispatchEvent(new MessageEvent("message", { data }))
        this.inside.importScripts = (...scripts) => Promise.all(scripts.map(script => this.load(script)))
        this.load(address).then(() => {
          this.ready = true
          for (const data of this.waiting) this.postMessage(data)
        })
      }
      this.waiting = []
      if (document.body) start()
      else addEventListener("DOMContentLoaded", start)
    }

    load(address) {
      const script = this.inside.document.createElement("script")
      script.src = new URL(address, location.href).href
      const loaded = new Promise((done, failed) => Object.assign(script, { onload: done, onerror: failed }))
      this.inside.document.body.append(script)
      return loaded
    }

    postMessage(data) {
      if (this.ready) this.inside.dispatchEvent(new this.inside.MessageEvent("message", { data }))
      else this.waiting.push(data)
    }

    terminate() {
      this.inside?.frameElement.remove()
    }
  }
}
