// node scripts/trim-modules.mjs
//
// npm runs this after it has installed the packages. A fifth of their content is not needed to run or change the portal: the
// headers of Node, for parts of it in C++, and the source maps of libraries. For any Node from 18 on to read.

import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const modules = fileURLToPath(new URL('../node_modules', import.meta.url))
if (existsSync(modules)) {
  removeSourceMaps(modules)
  for (const name of readdirSync(modules).filter((folder) => /^node-(?:linux|darwin|win)-/.test(folder)))
    rmSync(join(modules, name, 'include'), { recursive: true, force: true })
}

/** Follows no links: the workspaces are among the packages. */
function removeSourceMaps(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) removeSourceMaps(path)
    else if (entry.isFile() && /\.(?:[cm]?[jt]s|css)\.map$/.test(entry.name)) rmSync(path, { force: true })
  }
}
