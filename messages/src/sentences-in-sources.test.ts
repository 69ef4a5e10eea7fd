import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { texts as answers } from './answers/en.ts'
import { texts as errors } from './errors/en.ts'
import { texts } from './fields/en.ts'
import { listRooms, readRoom } from './testing/read-rooms.ts'
import { createSentenceIndex } from './write-sentences.ts'

const CONTRACT = join(import.meta.dirname, '../../contract/src')
const EXTENSIONS = join(import.meta.dirname, '../../extensions')
const SERVER = join(import.meta.dirname, '../../server/src')

/** A text in quotation marks that reads as a sentence, without variables. */
const SENTENCES = /(?<=')[A-Z][^'\n]* [^'\n]*\.(?=')/g
const COMMENTS = /\/\*[^]*?\*\/|(?<!['":])\/\/[^\n]*/g

/** The English texts of all rooms: those of extensions have sentences of their schemas too. */
const TEXTS = await Promise.all(listRooms().map((room) => readRoom(room, 'en')))

/** Sentences that only the server shows, in texts of its own. */
const ELSEWHERE = /^(units\/template-difference|templates\/template-difference)/

it('every sentence of a schema of the contract is in the catalogue, word for word', () => {
  const idOf = createSentenceIndex(Object.assign({}, texts, ...TEXTS))
  const ofExtensions = sourcesIn(EXTENSIONS).filter(({ file }) => /^[^/]+\/contract\//.test(file))
  const unknown = [...sourcesIn(CONTRACT), ...ofExtensions]
    .filter(({ file }) => !ELSEWHERE.test(file))
    .flatMap(({ source }) => source.match(SENTENCES) ?? [])
    .filter((text) => idOf(text) === undefined)
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

it('no room of the server has a sentence for people that the catalogue does not know', () => {
  const idOf = createSentenceIndex({ ...texts, ...errors, ...answers })
  const found = sourcesIn(SERVER)
    .filter(({ file }) => !ENGLISH.some((pattern) => pattern.test(file)))
    .flatMap(({ file, source }) =>
      [...source.matchAll(SERVER_SENTENCES)]
        .filter(({ index }) => !DEFECT.test(source.slice(Math.max(0, index - 80), index)))
        .filter(([, plain = '']) => idOf(plain) === undefined)
        .map(([text]) => `${file}: ${text}`),
    )
  assert.deepEqual(found, [])
})

function sourcesIn(folder: string): { file: string; source: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => ({ file, source: readFileSync(join(folder, file), 'utf8').replaceAll(COMMENTS, '') }))
}
