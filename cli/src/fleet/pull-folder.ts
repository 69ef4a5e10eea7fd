import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Document, isScalar, visit } from 'yaml'
import type { CommandOf } from '../arguments.ts'
import { type Content, isNothing } from '../files/json.ts'
import { listYaml } from '../files/read-folder.ts'
import type { Portal } from '../portal/portal.ts'
import { note, print, printJson, type Terminal } from '../terminal.ts'
import { UsageError } from '../usage-error.ts'
import { createFleet, type Fleet } from './fleet.ts'
import { KIND_NAMES, type KindName, type PresentItem } from './items.ts'
import { KINDS } from './kinds.ts'
import { ambiguous } from './plan.ts'

/** The first line of each file that is written, by which it is known again. */
const MARK = ' Written by fieldwatch pull.'

/** Writes what the portal has as files that `apply` finds nothing to change in. */
export async function pullFolder(terminal: Terminal, portal: Portal, command: CommandOf<'pull'>): Promise<number> {
  const { folder, overwrite, json } = command
  const earlier = await listEarlier(folder, { overwrite })
  const fleet = await createFleet(portal)
  const { files, notices } = await describeFleet(fleet)
  for (const path of earlier) await rm(path)
  for (const [name, content] of files) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, toYaml(content))
  }
  for (const notice of notices) note(terminal, notice)
  if (json) printJson(terminal, { files: [...files.keys()], notices })
  else print(terminal, `${files.size} files written to ${folder}.`)
  return notices.length > 0 ? 1 : 0
}

/** Files of an earlier pull, which are replaced. @throws UsageError when others would be mixed with them */
async function listEarlier(folder: string, { overwrite }: { overwrite: boolean }): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const isEmpty = (await readdir(folder)).every((name) => name.startsWith('.'))
  if (isEmpty) return []
  if (!overwrite)
    throw new UsageError(`${folder} is not empty. With --overwrite, files of an earlier pull are replaced.`)
  const paths = await listYaml(folder)
  const texts = await Promise.all(paths.map(async (path) => ({ path, text: await readFile(path, 'utf8') })))
  const others = texts.filter(({ text }) => !text.startsWith(`#${MARK}`)).map(({ path }) => path)
  if (others.length > 0)
    throw new UsageError(`${others.join(', ')} would describe the same things: pull into another folder.`)
  return paths
}

async function describeFleet(fleet: Fleet): Promise<{ files: Map<string, Content>; notices: string[] }> {
  const notices: string[] = []
  const items = new Map<KindName, PresentItem[]>()
  for (const kind of KIND_NAMES) {
    const found = await KINDS[kind].list(fleet)
    const keys = Map.groupBy(found, ({ key }) => key)
    items.set(
      kind,
      found.filter(({ key }) => keys.get(key)?.length === 1),
    )
    for (const [first, second] of keys.values()) {
      if (first !== undefined && second !== undefined) notices.push(`Left out: ${ambiguous(kind, first.name)}`)
    }
  }
  const of = (kind: KindName): PresentItem[] => items.get(kind) ?? []
  const files = new Map<string, Content>()
  const put = (name: string, section: string, entries: readonly Content[]): void => {
    if (entries.length > 0) files.set(freeName(files, name), { [section]: entries })
  }
  put(
    'labels',
    'labels',
    of('label').map((item) => entryOf(fleet, item, {})),
  )
  put(
    'places',
    'places',
    of('place').map((item) => entryOf(fleet, item, { name: item.name })),
  )
  for (const item of of('template')) put(`templates/${fileName(item.name)}`, 'templates', [entryOf(fleet, item, {})])
  for (const item of of('unit')) {
    const tables = of('event table')
      .filter(({ key }) => key.startsWith(`${item.key}/`))
      .map((table) => ({ title: table.name, ...withoutNothing(table.content) }))
    const eventTables = tables.length === 0 ? {} : { eventTables: tables }
    put(`units/${fileName(item.key)}`, 'units', [{ dataID: item.key, ...withoutNothing(item.content), ...eventTables }])
  }
  put(
    'alerts',
    'alerts',
    of('alert').map((item) => entryOf(fleet, item, { name: item.name })),
  )
  return { files, notices }
}

function entryOf(fleet: Fleet, { entity, content }: PresentItem, named: Content): Content {
  const owned = entity === undefined || entity === fleet.own ? {} : { entity: fleet.nameEntity(entity) }
  return { ...named, ...owned, ...withoutNothing(content) }
}

/** What is empty needs no line, because what is left out stays. */
function withoutNothing(content: Content): Content {
  return Object.fromEntries(Object.entries(content).filter(([, value]) => !isNothing(value)))
}

function fileName(text: string): string {
  const name = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
  return name.slice(0, 100).toLowerCase() || 'unnamed'
}

function freeName(files: ReadonlyMap<string, unknown>, name: string): string {
  for (let number = 1; ; number += 1) {
    const path = `${name}${number === 1 ? '' : `-${number}`}.yaml`
    if (!files.has(path)) return path
  }
}

function toYaml(content: Content): string {
  const document = new Document(content, { aliasDuplicateObjects: false })
  document.commentBefore = MARK
  // Ranges and positions are read and compared on one line.
  visit(document, {
    Seq: (_, list) => {
      list.flow = list.items.length > 0 && list.items.every((item) => isScalar(item) && typeof item.value === 'number')
    },
  })
  return document.toString({ lineWidth: 0 })
}
