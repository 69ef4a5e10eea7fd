import { z } from 'zod'
import { FIELD_NAMES, readSentence, sentence, type SentenceList } from './sentence.ts'

/** What a field is called in a sentence, where its name does not already say it. */
const LABELS: Readonly<Record<string, string>> = {
  alertID: 'Alert',
  bus_id: 'Bus id',
  channel_type: 'Channel type',
  clearLimit: 'The limit to be OK again',
  constant: 'Value',
  dataID: 'DataID',
  dataIDs: 'DataID',
  entityID: 'Entity',
  file: 'File',
  friendlyName: 'Name',
  iccid: 'ICCID',
  imei: 'IMEI',
  imsi: 'IMSI',
  ip: 'IP address',
  lastSessionUTC: 'Last session',
  msisdn: 'MSISDN',
  profilePic: 'Profile picture',
  rawDays: 'Days for records',
  report_interval: 'Report interval',
  requestID: 'Request',
  serial_number: 'Serial number',
  serial_number_list: 'List of serial numbers',
  simID: 'SIM card',
  simIDs: 'SIM cards',
  subject: 'Source',
  summaryDays: 'Days for summaries',
  templateID: 'Template',
  update_frequency: 'Update frequency',
  url: 'URL',
  userUID: 'User',
}

/** What the types of zod are called in the catalogue, where it is not by their own name. */
const TYPES: Readonly<Record<string, string>> = { nan: 'number', record: 'object', tuple: 'array' }
const NAMED = new Set(['array', 'boolean', 'file', 'int', 'null', 'number', 'object', 'string'])

/** How many things are listed in a sentence, and how much of each. */
const LISTED = 20
const SHOWN = 60

/** Where a word of a field's name begins: `scheduleID` reads `schedule ID`. */
const WORD_START = /(?<=[a-z])(?:[A-Z]{2,}(?![a-z])|[A-Z])/g

/** The name of a field as it begins a sentence: `firstName` reads `First name`. */
export function labelOf(path: readonly PropertyKey[] | undefined): string {
  const name = path?.map(String).findLast((part) => !/^\d+$/.test(part))
  if (name === undefined) return 'What was sent'
  const words =
    LABELS[name] ?? name.replaceAll(WORD_START, (start) => ` ${start.length > 1 ? start : start.toLowerCase()}`)
  return shorten(words.charAt(0).toUpperCase() + words.slice(1))
}

/** The field of a path, for a sentence: what it is called in the language of the reader. */
export function fieldOf(path: readonly PropertyKey[] | undefined): string {
  return `${FIELD_NAMES}${path?.map(String).findLast((part) => !/^\d+$/.test(part)) ?? ''}`
}

/** The sentence for an invalid value. Schemas with their own sentence keep it. */
function sentenceOf(issue: z.core.$ZodRawIssue): string {
  const field = fieldOf(issue.path)
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return sentence('fields.missing', { field })
      return sentence('fields.wrong-type', { field, types: { or: [typeOf(issue.expected)] } })
    case 'too_big':
      return sentence(`fields.${BOUNDS[issue.origin]?.big ?? 'too-big'}`, { field, count: Number(issue.maximum) })
    case 'too_small':
      return sentence(`fields.${BOUNDS[issue.origin]?.small ?? 'too-small'}`, { field, count: Number(issue.minimum) })
    case 'invalid_value':
      return sentence('fields.wrong-choice', { field, choices: listOf('or', issue.values.map(String)) })
    case 'unrecognized_keys':
      return sentence('fields.unknown', { count: issue.keys.length, names: listOf('and', issue.keys) })
    case 'invalid_format':
      return sentence(`fields.format.${FORMATS[issue.format] ?? 'other'}`, { field })
    case 'not_multiple_of':
      return sentence('fields.not-multiple', { field, divisor: issue.divisor })
    case 'invalid_union':
      return sentenceOfUnion(issue, field)
    case 'invalid_key':
    case 'invalid_element':
      return issue.issues[0] === undefined ? sentence('fields.not-valid', { field }) : rename(issue.issues[0], field)
    default:
      return sentence('fields.not-valid', { field })
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'datetime',
  date: 'date',
  email: 'email',
  ipv4: 'ip',
  ipv6: 'ip',
  url: 'url',
}

const ENTRIES = { big: 'too-many', small: 'too-few' }
const BOUNDS: Readonly<Record<string, { big: string; small: string }>> = {
  string: { big: 'too-long', small: 'too-short' },
  array: ENTRIES,
  set: ENTRIES,
  map: ENTRIES,
  object: ENTRIES,
  file: { big: 'too-big-file', small: 'too-small-file' },
}

function typeOf(expected: string): string {
  const name = TYPES[expected] ?? expected
  return `fields.type.${NAMED.has(name) ? name : 'other'}`
}

/** The closest alternative of a union: the one whose type matches. */
function sentenceOfUnion(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>, field: string): string {
  const branches = issue.errors
  const near = branches.find(
    ([first]) => first !== undefined && (first.path.length > 0 || first.code !== 'invalid_type'),
  )
  const [first] = near ?? []
  if (first !== undefined) return first.path.length > 0 || near === undefined ? first.message : rename(first, field)
  const types = branches.flatMap(([one]) => (one?.code === 'invalid_type' ? [typeOf(one.expected)] : []))
  if (issue.input === undefined) return sentence('fields.missing', { field })
  if (types.length === 0) return sentence('fields.not-valid', { field })
  return sentence('fields.wrong-type', { field, types: { or: [...new Set(types)] } })
}

/** Puts in the name of the field, which an alternative does not know. */
function rename({ message }: z.core.$ZodIssue, field: string): string {
  const read = readSentence(message)
  return read?.values['field'] === FIELD_NAMES ? sentence(read.id, { ...read.values, field }) : message
}

function listOf(kind: 'or' | 'and', values: readonly string[]): SentenceList {
  const shown = values.slice(0, LISTED)
  const texts = shown.filter((value) => value !== '').map(shorten)
  const left = values.length - shown.length
  const rest = [
    ...(texts.length < shown.length ? ['fields.empty'] : []),
    ...(left === 0 ? [] : [sentence('fields.others', { count: left })]),
  ]
  return { ...(kind === 'or' ? { or: texts } : { and: texts }), ...(rest.length === 0 ? {} : { rest }) }
}

function shorten(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`
}

z.config({ localeError: sentenceOf })
