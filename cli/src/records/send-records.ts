import { parseJson } from '@fieldwatch/contract/text/json'
import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { ingestSource, MAX_INGEST_BODY_BYTES } from '@fieldwatch/contract/telemetry/ingest'
import { isName } from '@fieldwatch/contract/api/ids'
import type { CommandOf } from '../arguments.ts'
import { type Portal, reasonOf } from '../portal/portal.ts'
import { note, print, printJson, type Terminal } from '../terminal.ts'
import { UsageError } from '../usage-error.ts'

/** Records of one request. */
const AT_ONCE = 5_000

/** Sends records for a unit. Refused ones are reported, and the others stored. */
export async function sendRecords(terminal: Terminal, portal: Portal, command: CommandOf<'send'>): Promise<number> {
  const records = command.file === undefined ? [recordOf(command)] : await readRecords(terminal, command)
  const { unit: dataID, source, json } = command
  const total = { stored: 0, paused: 0, refused: [] as { index: number; message: string }[] }
  for (let start = 0; start < records.length; start += AT_ONCE) {
    const body = records.slice(start, start + AT_ONCE)
    const { details } = await portal.call(ingestSource, { params: { dataID, source }, body })
    total.stored += details.stored
    total.paused += details.paused
    total.refused.push(...details.refused.map(({ index, message }) => ({ index: index + start, message })))
  }
  if (json) printJson(terminal, total)
  else {
    for (const { index, message } of total.refused) note(terminal, `Record ${index + 1} refused: ${message}`)
    const paused = total.paused === 0 ? '' : `, ${total.paused} paused`
    print(terminal, `${total.stored} stored${paused}, ${total.refused.length} refused.`)
  }
  return total.refused.length > 0 ? 1 : 0
}

/** @throws UsageError */
function recordOf({ values, time, file }: CommandOf<'send'>): Record<string, unknown> {
  if (values.length === 0 && file === undefined) throw new UsageError('Give values as FIELD=VALUE, or name a --file.')
  const fields = values.map((word) => {
    const [name = '', ...rest] = word.split('=')
    if (!isName(name) || rest.length === 0) throw new UsageError(`${word} is not FIELD=VALUE.`)
    return [name, valueOf(rest.join('='))] as const
  })
  return { ...Object.fromEntries(fields), ...(time === undefined ? {} : { messageUTC: time }) }
}

/** Numbers, true, false and null as such; a text in quotation marks stays a text. */
function valueOf(word: string): unknown {
  const value = /^(-?\d+(\.\d+)?(e[+-]?\d+)?|true|false|null|".*")$/is.test(word) ? parseJson(word) : undefined
  return value === undefined ? word : value
}

/** @throws UsageError */
async function readRecords(terminal: Terminal, { file = '-', values, time }: CommandOf<'send'>): Promise<unknown[]> {
  if (values.length > 0 || time !== undefined) throw new UsageError('Values are given as arguments or in a file.')
  const bytes = await buffer(file === '-' ? terminal.input : createReadStream(file)).catch((error: Error) => {
    throw new UsageError(`${file} can't be read: ${reasonOf(error)}.`, { cause: error })
  })
  if (bytes.length > 64 * MAX_INGEST_BODY_BYTES) throw new UsageError(`${file} is longer than 1 GiB. Send it in parts.`)
  const text = bytes.toString('utf8').trim()
  if (text === '') throw new UsageError(`${file} is empty.`)
  const whole = parseJson(text)
  if (whole !== undefined) return Array.isArray(whole) ? whole : [whole]
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const record = parseJson(line)
    if (record === undefined) throw new UsageError(`${file}:${index + 1}: not JSON.`)
    return [record]
  })
}
