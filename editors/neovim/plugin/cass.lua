-- Commands, file types, and the start of the server.
if vim.g.loaded_cass then
  return
end
vim.g.loaded_cass = true

vim.filetype.add({ extension = { cu = "cuda", cuh = "cuda", hip = "hip" } })
vim.treesitter.language.register("cpp", "hip")

local function command(name, act, options)
  vim.api.nvim_create_user_command(name, function(given)
    require("cass")[act](given.args ~= "" and given.args or nil)
  end, vim.tbl_extend("force", { bar = true }, options))
end

local places = { nargs = 1, complete = function() return { "here", "file", "project" } end }
local where = { nargs = "?", complete = function() return { "buffer", "beside" } end }
command("CassFix", "fix", { desc = "Fix the finding under the cursor" })
command("CassFixAll", "fix_all", { desc = "Fix all that is safe in this file" })
command("CassFixWorkspace", "fix_workspace", { desc = "Fix all that is safe in the workspace" })
command("CassTranslate", "translate", { desc = "Translate this file to HIP, not verified" })
command("CassTranslateVerified", "translate_verified", vim.tbl_extend("force", where, {
  desc = "Translate this file, build and run it, apply what passes",
}))
command("CassTranslateModel", "translate_with_model", {
  desc = "Translate this file, asking the model where rules do not get through; apply what passes",
})
command("CassVerify", "verify", { desc = "Build, run and compare the translation; change nothing" })
command("CassStop", "stop", { desc = "Stop what is being verified" })
command("CassVerdict", "verdict", { desc = "Show the last verdict on this file" })
command("CassPreview", "preview", { desc = "Show the translation beside this file" })
command("CassAssembly", "assembly", {
  nargs = "*",
  complete = function() return { "amd", "ir", "sass" } end,
  desc = "Show AMD's assembly, LLVM IR or SASS of this file",
})
command("CassExplain", "explain", { nargs = "?", desc = "Open the page of a rule, or of the finding here" })
command("CassIgnore", "ignore", vim.tbl_extend("force", places, { desc = "Silence the finding under the cursor" }))
command("CassHints", "toggle_hints", { desc = "Show or hide HIP names beside CUDA's" })
command("CassRestart", "restart", { desc = "Start the server anew" })
command("CassLog", "log", { desc = "Open the server's log" })

require("cass").start()
