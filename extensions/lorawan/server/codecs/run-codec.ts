import { isObject, parseJson } from '@fieldwatch/contract/text/json'
import { sentence } from '@fieldwatch/contract/text/sentence'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
} from 'quickjs-emscripten-core'
import type { Done } from '@fieldwatch/server/records/threads/thread-task'
import { preludesFor } from './codec-globals.ts'
import type { CodecInput, CodecResult, EncoderInput, EncoderResult, Run } from './codec-sandbox.ts'

/*
 * Runs in a thread of its own. A codec is a program of a stranger: it sees the JavaScript language and its input, and nothing of Node. Each
 * run has a new interpreter, so that no codec can leave anything behind for another one.
 */

/** In pages of 64 KiB. The limit of QuickJS itself does not count what WebAssembly allocates. */
const MEMORY = { initial: 256, maximum: 512 }
/*
 * Times of codecs are those of UTC, as at the network servers: the interpreter asks the thread how far its zone is from that, and the thread runs
 * nothing else.
 */
Reflect.set(Date.prototype, 'getTimezoneOffset', () => 0)
const wasmMemory = new WebAssembly.Memory(MEMORY)
const quickJs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }))

const STACK_BYTES = 256 * 1024
/** The processor time of a run: a busy machine does not shorten what a codec may do. */
const RUN_MS = 100
const RESULT_CHARACTERS = 64 * 1024
const LONGEST_REASON = 300
/** The most characters of the languages and options with which a codec asks for a text for people. */
const LONGEST_ASKED = 1_000

/**
 * A function of a codec: vendors leave it as such, as an export of a module, or as an export of a bundle that is named `driver` or `codec`. A
 * constant of a program is no property of `globalThis`, so that each is asked for by its name.
 */
const found = (name: string): string => `(typeof ${name} === 'function' ? ${name} : exported('${name}'))`
const EXPORTED = `function exported(name) {
  var places = [
    typeof module === 'object' && module && module.exports,
    typeof exports === 'undefined' ? null : exports,
    typeof driver === 'undefined' ? null : driver,
    typeof codec === 'undefined' ? null : codec,
  ]
  for (var place of places) {
    for (var one of place ? [place, place.default, place.driver] : []) {
      if (one && typeof one[name] === 'function') return function () { return one[name].apply(one, arguments) }
    }
  }
}`

/**
 * The forms in which vendors write decoders: `decodeUplink` of the LoRa Alliance (TS013), `Decode` of ChirpStack 3, and `Decoder` of The
 * Things Network 2.
 */
const DECODE = `(function (input) {
  ${EXPORTED}
  var decode
  input.recvTime = new Date(input.recvTime)
  if ((decode = ${found('decodeUplink')})) return JSON.stringify(decode(input) || {})
  if ((decode = ${found('Decode')})) return JSON.stringify({ data: decode(input.fPort, input.bytes, input.variables) })
  if ((decode = ${found('Decoder')})) return JSON.stringify({ data: decode(input.bytes, input.fPort) })
  return JSON.stringify({ errors: ['answers.door.codec.function'] })
})`

/** The same for encoders. Bytes may be a typed array, which JSON does not have. */
const ENCODE = `(function (input) {
  ${EXPORTED}
  var encode, result
  if ((encode = ${found('encodeDownlink')})) result = encode(input) || {}
  else if ((encode = ${found('Encode')})) result = { bytes: encode(input.fPort, input.data, input.variables) }
  else if ((encode = ${found('Encoder')})) result = { bytes: encode(input.data, input.fPort) }
  else return JSON.stringify({ errors: ['answers.door.codec.encoder'] })
  var bytes = result.bytes && typeof result.bytes.length === 'number' ? Array.prototype.slice.call(result.bytes, 0, 256) : null
  return JSON.stringify({ bytes: bytes, fPort: result.fPort, errors: result.errors })
})`

/** Decodes what a device sent by a vendor's codec. It throws when a codec broke the interpreter, which is of no use then. */
export function runDecoder({
  code,
  bytes,
  port,
  receivedAt,
}: CodecInput & { readonly code: string }): Done<Run<CodecResult>> {
  const answer = call(code, DECODE, { bytes: [...bytes], fPort: port, recvTime: receivedAt, variables: {} })
  return { result: 'problem' in answer ? answer : readDecoded(answer), memory: [], spent: [] }
}

/** Encodes what a device is to get. It throws as `runDecoder` does. */
export function runEncoder({ code, data, port }: EncoderInput & { readonly code: string }): Done<Run<EncoderResult>> {
  const answer = call(code, ENCODE, { data, fPort: port, variables: {} })
  return { result: 'problem' in answer ? answer : readEncoded(answer), memory: [], spent: [] }
}

interface Failure {
  readonly problem: string
  /** It used up its time. */
  readonly isOverrun: boolean
}
type Answer = Failure | { readonly values: Readonly<Record<string, unknown>> }

function call(code: string, caller: string, input: object): Answer {
  const begun = processorMs()
  const isOver = (): boolean => processorMs() - begun > RUN_MS
  const failure = (problem: string): Failure => (isOver() ? TOO_LONG : { problem, isOverrun: false })
  const runtime = quickJs.newRuntime()
  runtime.setMaxStackSize(STACK_BYTES)
  runtime.setInterruptHandler(isOver)
  const context = runtime.newContext()
  try {
    if (code.includes('toLocale')) defineWriteLocale(context)
    for (const text of [...preludesFor(code), code]) {
      const loaded = evaluate(context, text)
      if (!loaded.ok) return failure(loaded.problem)
    }
    const answer = evaluate(context, `${caller}(${JSON.stringify(input)})`)
    return answer.ok ? readAnswer(answer.text) : failure(answer.problem)
  } finally {
    context.dispose()
    runtime.dispose()
  }
}

/** Writes what `toLocaleString` and its like ask for; QuickJS itself knows no languages. */
function defineWriteLocale(context: QuickJSContext): void {
  using made = context.newFunction('writeLocale', (kind, value, asked) => {
    const text = textOf(context, asked, LONGEST_ASKED)
    // Thrown within the codec.
    if (text === undefined) throw new RangeError('The languages or options are too long.')
    return context.newString(writeLocale(context.getString(kind), context.getNumber(value), text))
  })
  context.setProp(context.global, 'writeLocale', made)
}

/** @param asked languages and options, as a codec gives them to `toLocaleString`, as JSON */
function writeLocale(kind: string, value: number, asked: string): string {
  const [languages, options] = JSON.parse(asked) as [string | null, object | null]
  const locales = languages ?? 'en-US'
  if (kind === 'number') return value.toLocaleString(locales, options ?? {})
  const date = new Date(value)
  const inZone = { timeZone: 'UTC', ...options }
  if (kind === 'date') return date.toLocaleDateString(locales, inZone)
  return kind === 'time' ? date.toLocaleTimeString(locales, inZone) : date.toLocaleString(locales, inZone)
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const TOO_LONG: Failure = { problem: sentence('answers.door.codec.long', { count: RUN_MS }), isOverrun: true }

type Evaluated =
  | { readonly ok: true; readonly text: string | undefined }
  | { readonly ok: false; readonly problem: string }

function evaluate(context: QuickJSContext, text: string): Evaluated {
  const result = context.evalCode(text, 'codec.js')
  const handle = result.error ?? result.value
  try {
    if (result.error !== undefined) return { ok: false, problem: describe(context, handle) }
    return { ok: true, text: textOf(context, handle, RESULT_CHARACTERS) }
  } finally {
    handle.dispose()
  }
}

/** Only texts are taken out of the interpreter: reading anything else would run the codec again. */
function textOf(context: QuickJSContext, handle: QuickJSHandle, most: number): string | undefined {
  if (context.typeof(handle) !== 'string') return undefined
  using length = context.getProp(handle, 'length')
  return context.getNumber(length) > most ? undefined : context.getString(handle)
}

function describe(context: QuickJSContext, error: QuickJSHandle): string {
  const text = textOf(context, error, RESULT_CHARACTERS)
  if (text !== undefined) return shortened(text)
  if (context.typeof(error) !== 'object') return 'answers.door.codec.failed'
  // A getter that a codec wrote has the same limits, and what it throws is not asked about again.
  using message = context.getProp(error, 'message')
  return shortened(textOf(context, message, RESULT_CHARACTERS) ?? 'answers.door.codec.failed')
}

function readAnswer(text: string | undefined): Answer {
  if (text === undefined) return failed('answers.door.codec.no-json')
  const values = parseJson(text)
  if (!isObject(values)) return failed('answers.door.codec.no-object')
  const { errors } = values
  if (Array.isArray(errors) && errors.length > 0) return failed(shortened(errors.map(String).join('; ')))
  return { values }
}

function readDecoded({ values: { data, warnings } }: Extract<Answer, { values: unknown }>): Run<CodecResult> {
  if (!isObject(data)) return failed('answers.door.codec.no-data')
  return { data, warnings: Array.isArray(warnings) ? warnings.slice(0, 20).map((one) => shortened(String(one))) : [] }
}

function readEncoded({ values: { bytes, fPort } }: Extract<Answer, { values: unknown }>): Run<EncoderResult> {
  if (!Array.isArray(bytes) || !bytes.every(isByte)) return failed('answers.door.codec.no-bytes')
  return { bytes, port: typeof fPort === 'number' ? fPort : undefined }
}

function failed(problem: string): Failure {
  return { problem, isOverrun: false }
}

function isByte(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255
}

function shortened(text: string): string {
  return text.slice(0, LONGEST_REASON).toWellFormed()
}
