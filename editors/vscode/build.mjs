// Bundles the extension into one file, and puts the project's licence beside it for the package.
import { copyFileSync } from "node:fs";
import { build, context } from "esbuild";

const options = {
  entryPoints: ["src/extension.ts"],
  bundle: true,
  outfile: "dist/extension.js",
  external: ["vscode"],
  format: "cjs",
  platform: "node",
  target: "node20",
  minify: true,
  logLevel: "warning",
};

copyFileSync("../../LICENSE", "LICENSE");
if (process.argv.includes("--watch")) {
  await (await context({ ...options, minify: false, sourcemap: "inline" })).watch();
} else {
  await build(options);
}
