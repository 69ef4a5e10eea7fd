import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { listRooms, readRoom } from './testing/read-rooms.ts'

const CONTRACT = join(import.meta.dirname, '../../contract/src')
const EXTENSIONS = join(import.meta.dirname, '../../extensions')
const SERVER = join(import.meta.dirname, '../../server/src')

/** A text in quotation marks that reads as a sentence, without variables. */
const SENTENCES = /(?<=')[A-Z][^'\n]* [^'\n]*\.(?=')/g
const COMMENTS = /\/\*[^]*?\*\/|(?<!['":])\/\/[^\n]*/g

/** The English texts of all rooms: those of extensions have sentences of their schemas too. */
const TEXTS = await Promise.all(listRooms().map((room) => readRoom(room, 'en')))

/** The id of a sentence, as a text in quotation marks. */
const IDS = /'((?:fields|answers|errors)\.[\w/.-]*[\w-])'/g

/** Sentences that only the server shows, in texts of its own. */
const ELSEWHERE = /^(units\/template-difference|templates\/template-difference)/

it('no schema of the contract has a sentence of its own', () => {
  const ofExtensions = sourcesIn(EXTENSIONS).filter(({ file }) => /^[^/]+\/contract\//.test(file))
  const found = [...sourcesIn(CONTRACT), ...ofExtensions]
    .filter(({ file }) => !ELSEWHERE.test(file))
    .flatMap(({ source }) => source.match(SENTENCES) ?? [])
  assert.deepEqual(found, [])
})

it('every sentence that a source names is in the catalogue', () => {
  const unknown = [...sourcesIn(CONTRACT), ...sourcesIn(SERVER), ...sourcesIn(EXTENSIONS)]
    .flatMap(({ source }) => [...source.matchAll(IDS)].map(([, id = '']) => id))
    .filter((id) => !TEXTS.some((texts) => Object.hasOwn(texts, id)))
  assert.deepEqual(unknown, [])
})

/** A text, also with variables, that reads as a sentence. */
const SERVER_SENTENCES = /'([A-Z“][^'\n]* [^'\n]*[.!?])'|`((?:[A-Z“]|\$\{)[^`]* [^`]*[.!?])`/g
/** What comes before a text that only a log shows: the message of an error that no caller gets. */
const DEFECT = /new (?:Range|Type|Bad\w+)?Error\(\s*$/

/** What operators and programs read, in English: settings, commands, the start, the document of the API, and answers to units. */
const ENGLISH = [
  /^(commands|demo|testing|config|app|start-server)/,
  /-settings\.ts$/,
  /^platform\/(backup|database|health|metrics|release|roles|tls|upgrade|web-app)\//,
  /^platform\/http\/(add-route|api-document|describe-endpoint|describe-parameter|open-api|operator-gate)/,
  // Logs, answers of other protocols to devices, and what a tracker answers to a request.
  /^doors\/listening\/secure-listeners/,
  // Programs that speak PostgreSQL show it as it is.
  /^features\/sql\//,
  // Of the reference.
  /-consequences\.ts$/,
]

it('no room of the server has a sentence for people of its own', () => {
  const found = sourcesIn(SERVER)
    .filter(({ file }) => !ENGLISH.some((pattern) => pattern.test(file)))
    .flatMap(({ file, source }) =>
      [...source.matchAll(SERVER_SENTENCES)]
        .filter(({ index }) => !DEFECT.test(source.slice(Math.max(0, index - 80), index)))
        .map(([text]) => `${file}: ${text}`),
    )
  assert.deepEqual(found, [])
})

function sourcesIn(folder: string): { file: string; source: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => ({ file, source: readFileSync(join(folder, file), 'utf8').replaceAll(COMMENTS, '') }))
}
