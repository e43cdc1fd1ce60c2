--- cass-tools in Neovim: finds what only CUDA has, translates it to HIP, and applies what was built, run and compared.
local M = {}

local NEW = vim.fn.has("nvim-0.11") == 1
local FILETYPES = { "cuda", "hip", "cpp", "c", "cmake", "make", "python", "toml", "bzl", "asm" }
local MARKERS = { "cass.toml", "compile_commands.json", ".git" }

M.options = {
  cmd = nil, -- the command that starts the server; found by itself where this is nil
  filetypes = FILETYPES,
  settings = {}, -- as in docs/editors.md, such as { arch = "gfx1100", workspaceDiagnostics = false }
  trusted = false, -- true: do not ask before something is built and run
}

local function say(text, level)
  vim.notify("cass: " .. text, level or vim.log.levels.INFO)
end

--- Where the server is: what was set, a virtual environment, then PATH; nil where there is none.
function M.find_server()
  if M.options.cmd then
    return M.options.cmd
  end
  local folders = { vim.env.VIRTUAL_ENV, vim.fs.joinpath(vim.uv.cwd() or ".", ".venv") }
  for _, folder in pairs(folders) do
    local path = vim.fs.joinpath(folder, "bin", "cass-lsp")
    if vim.fn.executable(path) == 1 then
      return { path }
    end
  end
  return vim.fn.executable("cass-lsp") == 1 and { "cass-lsp" } or nil
end

local function show_lines(name, lines, filetype)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].filetype = filetype
  vim.bo[buffer].bufhidden = "wipe"
  vim.bo[buffer].modifiable = false
  pcall(vim.api.nvim_buf_set_name, buffer, name)
  return buffer
end

--- The verdict in words, line by line.
function M.verdict_lines(value)
  local lines = { "# " .. (value.summary or value.outcome), "" }
  if value.problem and value.problem ~= vim.NIL then
    vim.list_extend(lines, { value.problem, "" })
  end
  for _, reason in ipairs(value.reasons or {}) do
    table.insert(lines, "- " .. reason)
  end
  local verdict = value.verdict
  if type(verdict) == "table" then
    vim.list_extend(lines, { "", "| GPU | lanes | step | outcome | detail |", "| --- | --- | --- | --- | --- |" })
    for _, step in ipairs(verdict.steps) do
      local cells = { step.target or "", step.wave or "", step.step, step.outcome, step.detail or "" }
      for at, cell in ipairs(cells) do
        cells[at] = cell == vim.NIL and "" or tostring(cell):gsub("[\r\n|]", " ")
      end
      table.insert(lines, "| " .. table.concat(cells, " | ") .. " |")
    end
    for _, note in ipairs(verdict.notes) do
      table.insert(lines, "- note: " .. note)
    end
  end
  return vim.split(table.concat(lines, "\n"), "\n")
end

local function show_verdict(value)
  local buffer = show_lines("cass://verdict", M.verdict_lines(value), "markdown")
  vim.cmd("botright split")
  vim.api.nvim_win_set_buf(0, buffer)
  vim.api.nvim_win_set_height(0, math.min(15, vim.api.nvim_buf_line_count(buffer) + 1))
  vim.cmd("wincmd p")
end

local handlers = {
  ["cass/status"] = function(_, value)
    local buffer = vim.uri_to_bufnr(value.uri)
    vim.b[buffer].cass_status = value
    vim.cmd("redrawstatus!")
  end,
  ["cass/verdict"] = function(_, value)
    vim.schedule(function()
      show_verdict(value)
    end)
  end,
}

--- For a status line: `cass 2 errors, 1 warning`, empty where nothing is known.
function M.status(buffer)
  local value = vim.b[buffer or 0].cass_status
  if not value then
    return ""
  end
  if value.state ~= "ready" then
    return "cass " .. value.state
  end
  local words = {}
  for _, kind in ipairs({ "errors", "warnings", "infos", "renames" }) do
    if (value[kind] or 0) > 0 then
      table.insert(words, value[kind] .. " " .. kind)
    end
  end
  return "cass " .. (#words > 0 and table.concat(words, ", ") or "nothing to port")
end

--- The configuration for vim.lsp.config, or for vim.lsp.start in Neovim 0.10.
function M.config()
  return {
    name = "cass",
    cmd = M.find_server() or { "cass-lsp" },
    filetypes = M.options.filetypes,
    root_markers = MARKERS,
    init_options = vim.tbl_extend("force", { notifications = true, trusted = M.options.trusted }, M.options.settings),
    settings = { cass = M.options.settings },
    handlers = handlers,
  }
end

--- Change options; call it before the first file is opened, or say :CassRestart after.
function M.setup(options)
  M.options = vim.tbl_deep_extend("force", M.options, options or {})
  if NEW then
    vim.lsp.config("cass", M.config())
  end
end

--- Have the server started for files of the file types. Says nothing where it is not installed: :checkhealth does.
function M.start()
  if NEW then
    vim.lsp.config("cass", M.config())
    if M.find_server() then
      vim.lsp.enable("cass")
    end
    return
  end
  vim.api.nvim_create_autocmd("FileType", {
    group = vim.api.nvim_create_augroup("cass", {}),
    pattern = M.options.filetypes,
    callback = function(event)
      if M.find_server() and vim.bo[event.buf].buftype == "" then
        local root = vim.fs.root(event.buf, MARKERS) or vim.fs.dirname(vim.api.nvim_buf_get_name(event.buf))
        vim.lsp.start(vim.tbl_extend("force", M.config(), { root_dir = root }), { bufnr = event.buf })
      end
    end,
  })
end

local function client_of(buffer)
  local client = vim.lsp.get_clients({ bufnr = buffer, name = "cass" })[1]
  if not client then
    say("the server does not run for this buffer; :checkhealth cass tells why", vim.log.levels.WARN)
  end
  return client
end

local function request(client, method, params, act, buffer)
  local function done(err, result)
    if err then
      say(err.message or tostring(err), vim.log.levels.ERROR)
    elseif act then
      act(result)
    end
  end
  if NEW then
    return client:request(method, params, done, buffer)
  end
  return client.request(method, params, done, buffer)
end

local function execute(name, arguments, act)
  local buffer = vim.api.nvim_get_current_buf()
  local client = client_of(buffer)
  if client then
    request(client, "workspace/executeCommand", { command = name, arguments = arguments }, act, buffer)
  end
end

local function here()
  return vim.uri_from_bufnr(0)
end

-- The code actions at the cursor, of one kind, handed on with the client.
local function actions(only, act)
  local buffer = vim.api.nvim_get_current_buf()
  local client = client_of(buffer)
  if not client then
    return
  end
  local params = NEW and vim.lsp.util.make_range_params(0, client.offset_encoding) or vim.lsp.util.make_range_params()
  params.context = { diagnostics = {}, only = { only }, triggerKind = 1 }
  request(client, "textDocument/codeAction", params, function(found)
    act(found or {}, client, buffer)
  end, buffer)
end

local function apply(action, client, buffer)
  local function finish(whole)
    if whole.edit then
      vim.lsp.util.apply_workspace_edit(whole.edit, client.offset_encoding)
    end
    if whole.command then
      request(client, "workspace/executeCommand", {
        command = whole.command.command,
        arguments = whole.command.arguments,
      }, nil, buffer)
    end
  end
  if action.edit or action.command then
    finish(action)
  else
    request(client, "codeAction/resolve", action, finish, buffer)
  end
end

local function choose(found, client, buffer, nothing)
  if #found == 0 then
    say(nothing)
  elseif #found == 1 then
    apply(found[1], client, buffer)
  else
    vim.ui.select(found, {
      prompt = "cass",
      format_item = function(action)
        return action.title
      end,
    }, function(action)
      if action then
        apply(action, client, buffer)
      end
    end)
  end
end

local function starting(found, prefix)
  return vim.tbl_filter(function(action)
    return vim.startswith(action.title, prefix)
  end, found)
end

function M.fix()
  actions("quickfix", function(found, client, buffer)
    choose(starting(found, "Fix: "), client, buffer, "there is no fix here")
  end)
end

function M.fix_all()
  actions("source.fixAll.cass", function(found, client, buffer)
    choose(found, client, buffer, "there is nothing that is safe to fix")
  end)
end

function M.ignore(place)
  local ends = { here = " here", file = " in this file", project = " in this project" }
  if not ends[place] then
    return say("say here, file or project", vim.log.levels.ERROR)
  end
  actions("quickfix", function(found, client, buffer)
    local fitting = vim.tbl_filter(function(action)
      return vim.endswith(action.title, ends[place])
    end, starting(found, "Ignore "))
    choose(fitting, client, buffer, "there is no finding here")
  end)
end

-- The server has the page shown.
function M.explain(code)
  if code then
    return execute("cass.explain", { code, here() })
  end
  actions("quickfix", function(found)
    local named = starting(found, "Explain ")
    if #named == 0 then
      return say("there is no finding here")
    end
    execute("cass.explain", named[1].command.arguments)
  end)
end

function M.fix_workspace()
  execute("cass.fixAllInWorkspace", {})
end

function M.translate()
  execute("cass.translate", { here() })
end

function M.translate_verified(place)
  execute("cass.translateVerified", { here(), place or "buffer" })
end

function M.translate_with_model()
  execute("cass.translateWithModel", { here() })
end

function M.verify()
  execute("cass.verify", { here() })
end

function M.verdict()
  execute("cass.showVerdict", { here() })
end

--- Stop what is being verified: its requests are cancelled, and with them their processes.
function M.stop()
  local client = client_of(0)
  for id, pending in pairs(client and client.requests or {}) do
    if pending.type == "pending" and pending.method == "workspace/executeCommand" then
      if NEW then
        client:cancel_request(id)
      else
        client.cancel_request(id)
      end
    end
  end
end

function M.preview()
  execute("cass.preview", { here() }, function(shown)
    local window = vim.api.nvim_get_current_win()
    local buffer = show_lines("cass://preview/" .. shown.name, vim.split(shown.text, "\n"), "cpp")
    vim.cmd("vertical rightbelow split")
    vim.api.nvim_win_set_buf(0, buffer)
    vim.cmd("diffthis")
    vim.api.nvim_win_call(window, function()
      vim.cmd("diffthis")
    end)
    if #shown.left > 0 then
      say(#shown.left .. " findings are left: somebody must write something there", vim.log.levels.WARN)
    end
  end)
end

--- Show what becomes of this file: "amd" (assembly), "ir" or "sass"; for a GPU, or the first of `arch`.
function M.assembly(words)
  local client = client_of(0)
  if not client then
    return
  end
  local given = vim.split(vim.trim(words or ""), "%s+", { trimempty = true })
  execute("cass.assembly", { here(), given[1] or "amd", given[2] or "" }, function(made)
    if not made or made == vim.NIL then
      return
    end
    execute("cass.assemblyText", { made.uri }, function(shown)
      local known = vim.fn.bufnr("^" .. vim.fn.escape(made.uri, "?*[]") .. "$")
      if known > 0 then
        vim.api.nvim_buf_delete(known, { force = true })
      end
      vim.cmd("vertical rightbelow split")
      local lines = vim.split(shown.text, "\n")
      local buffer = show_lines(made.uri, lines, made.kind == "ir" and "llvm" or "asm")
      vim.api.nvim_win_set_buf(0, buffer)
      vim.lsp.buf_attach_client(buffer, client.id) -- for hovers over instructions
    end)
  end)
end

function M.toggle_hints()
  vim.lsp.inlay_hint.enable(not vim.lsp.inlay_hint.is_enabled({ bufnr = 0 }), { bufnr = 0 })
end

function M.restart()
  local buffers = {}
  for _, client in ipairs(vim.lsp.get_clients({ name = "cass" })) do
    vim.list_extend(buffers, vim.tbl_keys(client.attached_buffers))
    if NEW then
      client:stop(true)
    else
      client.stop(true)
    end
  end
  vim.defer_fn(function()
    for _, buffer in ipairs(buffers) do
      if vim.api.nvim_buf_is_valid(buffer) then
        vim.api.nvim_exec_autocmds("FileType", { buffer = buffer, modeline = false })
      end
    end
  end, 500)
end

function M.log()
  local state = vim.env.XDG_STATE_HOME or vim.fs.joinpath(vim.env.HOME, ".local", "state")
  vim.cmd.tabedit(vim.fn.fnameescape(vim.fs.joinpath(state, "cass-tools", "lsp.log")))
end

return M
