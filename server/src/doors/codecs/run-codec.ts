import { isObject, parseJson } from '@fieldwatch/contract/text/json'
import { sentence } from '@fieldwatch/contract/text/sentence'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
} from 'quickjs-emscripten-core'
import type { Done } from '#records/threads/thread-task.ts'
import type { CodecInput, CodecResult, EncoderInput, EncoderResult } from './codec-sandbox.ts'

/*
 * Runs in a thread of its own. A codec is a program of a stranger: it sees the JavaScript language and its input, and nothing of Node. Each
 * run has a new interpreter, so that no codec can leave anything behind for another one.
 */

/** In pages of 64 KiB. The limit of QuickJS itself does not count what WebAssembly allocates. */
const MEMORY = { initial: 256, maximum: 512 }
const wasmMemory = new WebAssembly.Memory(MEMORY)
const quickJs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }))

const STACK_BYTES = 256 * 1024
/** Of the processor: a busy machine does not shorten what a codec may do. */
const RUN_MS = 100
const RESULT_CHARACTERS = 64 * 1024
const LONGEST_REASON = 300

/** Some codecs are written as modules. */
const PRELUDE = 'var exports = {}, module = { exports: exports };'

/**
 * The forms in which vendors write decoders: `decodeUplink` of the LoRa Alliance (TS013), `Decode` of ChirpStack 3, and `Decoder` of The
 * Things Network 2.
 */
const DECODE = `(function (input) {
  input.recvTime = new Date(input.recvTime)
  var exported = module.exports
  var decode = typeof decodeUplink === 'function' ? decodeUplink : exported && exported.decodeUplink
  if (typeof decode === 'function') return JSON.stringify(decode(input) || {})
  if (typeof Decode === 'function') return JSON.stringify({ data: Decode(input.fPort, input.bytes, {}) })
  if (typeof Decoder === 'function') return JSON.stringify({ data: Decoder(input.bytes, input.fPort) })
  return JSON.stringify({ errors: ['The codec has no function decodeUplink, Decode or Decoder.'] })
})`

/** The same for encoders. Bytes may be a typed array, which JSON does not have. */
const ENCODE = `(function (input) {
  var exported = module.exports
  var encode = typeof encodeDownlink === 'function' ? encodeDownlink : exported && exported.encodeDownlink
  var result
  if (typeof encode === 'function') result = encode(input) || {}
  else if (typeof Encode === 'function') result = { bytes: Encode(input.fPort, input.data, {}) }
  else if (typeof Encoder === 'function') result = { bytes: Encoder(input.data, input.fPort) }
  else return JSON.stringify({ errors: ['The codec has no function encodeDownlink, Encode or Encoder.'] })
  var bytes = result.bytes && typeof result.bytes.length === 'number' ? Array.prototype.slice.call(result.bytes, 0, 256) : null
  return JSON.stringify({ bytes: bytes, fPort: result.fPort, errors: result.errors })
})`

/** Decodes what a device sent by a vendor's codec. It throws when a codec broke the interpreter, which is of no use then. */
export function runDecoder({ code, bytes, port, receivedAt }: CodecInput): Done<CodecResult> {
  const answer = call(code, DECODE, { bytes: [...bytes], fPort: port, recvTime: receivedAt })
  return { result: 'problem' in answer ? answer : readDecoded(answer), memory: [], spent: [] }
}

/** Encodes what a device is to get. It throws as `runDecoder` does. */
export function runEncoder({ code, data, port }: EncoderInput): Done<EncoderResult> {
  const answer = call(code, ENCODE, { data, fPort: port })
  return { result: 'problem' in answer ? answer : readEncoded(answer), memory: [], spent: [] }
}

type Answer = { readonly problem: string } | { readonly values: Readonly<Record<string, unknown>> }

function call(code: string, caller: string, input: object): Answer {
  const begun = processorMs()
  const isOver = (): boolean => processorMs() - begun > RUN_MS
  const runtime = quickJs.newRuntime()
  runtime.setMaxStackSize(STACK_BYTES)
  runtime.setInterruptHandler(isOver)
  const context = runtime.newContext()
  try {
    for (const text of [PRELUDE, code]) {
      const loaded = evaluate(context, text)
      if (!loaded.ok) return { problem: isOver() ? TOO_LONG : loaded.problem }
    }
    const answer = evaluate(context, `${caller}(${JSON.stringify(input)})`)
    if (!answer.ok) return { problem: isOver() ? TOO_LONG : answer.problem }
    return readAnswer(answer.text)
  } finally {
    context.dispose()
    runtime.dispose()
  }
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const TOO_LONG = sentence('answers.door.codec.long', { count: RUN_MS })

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
  if (context.typeof(error) !== 'object') return 'The codec failed.'
  // A getter that a codec wrote has the same limits, and what it throws is not asked about again.
  using message = context.getProp(error, 'message')
  return shortened(textOf(context, message, RESULT_CHARACTERS) ?? 'The codec failed.')
}

function readAnswer(text: string | undefined): Answer {
  if (text === undefined) return { problem: 'The codec returned nothing that is JSON of at most 64 KiB.' }
  const values = parseJson(text)
  if (!isObject(values)) return { problem: 'The codec returned no object.' }
  const { errors } = values
  if (Array.isArray(errors) && errors.length > 0) return { problem: shortened(errors.map(String).join('; ')) }
  return { values }
}

function readDecoded({ values: { data, warnings } }: Extract<Answer, { values: unknown }>): CodecResult {
  if (!isObject(data)) return { problem: 'The codec returned no data.' }
  return { data, warnings: Array.isArray(warnings) ? warnings.slice(0, 20).map((one) => shortened(String(one))) : [] }
}

function readEncoded({ values: { bytes, fPort } }: Extract<Answer, { values: unknown }>): EncoderResult {
  if (!Array.isArray(bytes) || !bytes.every(isByte)) return { problem: 'The codec returned no bytes.' }
  return { bytes, port: typeof fPort === 'number' ? fPort : undefined }
}

function isByte(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255
}

function shortened(text: string): string {
  return text.slice(0, LONGEST_REASON).toWellFormed()
}
