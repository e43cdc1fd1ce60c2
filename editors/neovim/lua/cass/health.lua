--- :checkhealth cass
local M = {}

function M.check()
  vim.health.start("cass")
  if vim.fn.has("nvim-0.10") == 0 then
    vim.health.error("Neovim 0.10 or newer is needed")
    return
  end
  vim.health.ok("Neovim " .. tostring(vim.version()))
  local cass = require("cass")
  local command = cass.find_server()
  if not command then
    vim.health.error("cass-lsp was not found", {
      "pip install 'cass-tools[lsp]', in the project's .venv or anywhere on PATH",
      'or name it: require("cass").setup({ cmd = { "/path/to/cass-lsp" } })',
    })
    return
  end
  local asked = vim.list_extend(vim.deepcopy(command), { "--version" })
  local ok, told = pcall(function()
    return vim.system(asked, { text = true }):wait(10000)
  end)
  if ok and told.code == 0 then
    vim.health.ok(vim.trim(told.stdout) .. ": " .. table.concat(command, " "))
  else
    vim.health.error(table.concat(command, " ") .. " does not start", ok and vim.trim(told.stderr or "") or told)
    return
  end
  local clients = vim.lsp.get_clients({ name = "cass" })
  if #clients == 0 then
    vim.health.info("it does not run: no file of its file types is open")
  end
  for _, client in ipairs(clients) do
    local buffers = #vim.tbl_keys(client.attached_buffers)
    vim.health.ok(("it runs for %d buffers in %s"):format(buffers, client.config.root_dir or "no folder"))
  end
end

return M
