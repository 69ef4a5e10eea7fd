import { toNumberLocale } from '@fieldwatch/contract/text/text-locale'
import { type Compiled, createFormat } from '@fieldwatch/messages/format-text'
import type { Messages, RichText, Texts } from '@fieldwatch/messages/texts-of'
import { Children, type ReactNode } from 'react'
import { PAGE_LANGUAGE } from './page-language.ts'

/** The files of a room, as `import.meta.glob` finds them: each is called after its language. */
type Files = Readonly<Record<string, () => Promise<unknown>>>

/** `t('sims.title')`; a text with tags becomes a node: `t.rich('sims.help', { link: (words) => <Anchor>{words}</Anchor> })`. */
interface PageTexts<English extends Messages> extends Texts<English> {
  readonly rich: RichText<English, ReactNode>
  /** The text of any id; undefined for one that the room does not have. */
  readonly find: (id: string) => Compiled | undefined
}

interface Room {
  readonly name: string
  texts: Readonly<Record<string, Compiled>> | undefined
  readonly load: () => Promise<void>
}

const format = createFormat(toNumberLocale(PAGE_LANGUAGE.locale))
const rooms: Room[] = []
const given = new Map<string, Room['texts']>()

/**
 * The texts of a room in the language of the page. They are loaded with the part of the app that names them: `loadChunk` and `main.tsx`
 * wait for them, so that a component finds its texts when it is first shown. Not before: `t` is for functions, not for the top of a file.
 */
export function defineTexts<const English extends Messages>(files: Files): PageTexts<English> {
  const [path] = Object.keys(files)
  if (path === undefined) throw new Error('A room has no files of texts')
  const name = roomOf(path)
  const room: Room = {
    name,
    texts: given.get(name),
    load: async () => {
      room.texts ??= await loadTexts(files)
    },
  }
  rooms.push(room)
  const find = (id: string): Compiled | undefined => room.texts?.[id]
  const get = (id: string): Compiled => {
    const text = find(id)
    if (text === undefined) throw new Error(`The text ${id} of ${name} has not arrived`)
    return text
  }
  const t = (id: string, values?: object): string => String(format(get(id), isolateNames(values)))
  const rich = (id: string, values: object): ReactNode =>
    Children.toArray(format(get(id), isolateNames(values)) as ReactNode)
  return Object.assign(t, { rich, find })
}

/** The text of an id that has arrived, whichever room has it. */
export function findText(id: string): Compiled | undefined {
  return rooms.find(({ texts }) => texts !== undefined && Object.hasOwn(texts, id))?.texts?.[id]
}

/** The name of the room that has a file: `…/src/sims/de.json`, or `…/teltonika/messages/de.json` of an extension. */
export function roomOf(path: string): string {
  const [folder = '', inner = ''] = path.split('/').slice(-3)
  return inner === 'messages' ? folder : inner
}

/** Loads the texts of all rooms that were named so far, those again that did not arrive. */
export async function textsArrived(): Promise<void> {
  await Promise.all(rooms.filter(({ texts }) => texts === undefined).map(({ load }) => load()))
}

/** Gives a room its texts, so that nothing has to be waited for: for tests. */
export function giveTexts(name: string, texts: Readonly<Record<string, Compiled>>): void {
  given.set(name, texts)
  for (const room of rooms.filter((one) => one.name === name)) room.texts = texts
}

async function loadTexts(files: Files): Promise<Readonly<Record<string, Compiled>>> {
  const { language } = PAGE_LANGUAGE
  if (language !== 'en-XA' && language !== 'ar-XB') return loadFile(files, language)
  const [{ toPseudo }, texts] = await Promise.all([import('@fieldwatch/messages/pseudo-texts'), loadFile(files, 'en')])
  return toPseudo(texts, language)
}

async function loadFile(files: Files, language: string): Promise<Readonly<Record<string, Compiled>>> {
  const find = (one: string) => Object.entries(files).find(([path]) => path.includes(`/${one}.`))
  const [, load] = find(language) ?? find('en') ?? []
  if (load === undefined) throw new Error(`There are no texts in ${language}`)
  // English is a module that exports its texts, a translation is JSON.
  const loaded = (await load()) as { readonly [form in 'texts' | 'default']?: Readonly<Record<string, Compiled>> }
  return loaded.texts ?? loaded.default ?? {}
}

/** Letters that are written from right to left, such as Hebrew and Arabic. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/

/** As `<bdi>` does it, also in labels and titles: U+2068 and U+2069 of the Unicode bidirectional algorithm. */
const [START, END] = ['\u2068', '\u2069']

/** The values of a text. Names with letters from right to left are isolated, so that they don't reorder the words around them. */
export function isolateNames(values: object | undefined): object | undefined {
  if (values === undefined || !Object.values(values).some(isRightToLeft)) return values
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      isRightToLeft(value) ? `${START}${String(value)}${END}` : value,
    ]),
  )
}

function isRightToLeft(value: unknown): boolean {
  return typeof value === 'string' && RIGHT_TO_LEFT.test(value)
}
