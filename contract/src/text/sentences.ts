import { z } from 'zod'

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

const TYPES: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  file: 'a file',
  int: 'a whole number',
  nan: 'a number',
  null: 'empty',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a text',
  tuple: 'a list',
}

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

/** The sentence for an invalid value. Schemas with a sentence of their own keep it. */
export function sentenceOf(issue: z.core.$ZodRawIssue): string {
  const label = labelOf(issue.path)
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return `${label} is missing.`
      return `${label} has to be ${TYPES[issue.expected] ?? 'something else'}.`
    case 'too_big':
      return `${label} can ${boundOf(issue.origin, issue.maximum, 'at most')}.`
    case 'too_small':
      return `${label} must ${boundOf(issue.origin, issue.minimum, 'at least')}.`
    case 'invalid_value':
      return `${label} has to be ${listOf(issue.values.map(String), 'or')}.`
    case 'unrecognized_keys':
      return `Unknown ${issue.keys.length === 1 ? 'field' : 'fields'}: ${listOf(issue.keys, 'and')}.`
    case 'invalid_format':
      return `${label} is not ${FORMATS[issue.format] ?? 'written as it has to be'}.`
    case 'not_multiple_of':
      return `${label} has to be a multiple of ${issue.divisor}.`
    case 'invalid_union':
      return sentenceOfUnion(issue, label)
    case 'invalid_key':
    case 'invalid_element':
      return issue.issues[0] === undefined ? `${label} is not valid.` : relabel(issue.issues[0], label)
    default:
      return `${label} is not valid.`
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'a time like 2026-11-21T08:00:00Z',
  date: 'a date like 2026-11-21',
  email: 'an email address',
  ipv4: 'an IP address',
  ipv6: 'an IP address',
  url: 'an address on the web',
}

function boundOf(origin: string, bound: number | bigint, side: string): string {
  if (origin === 'string') return `have ${bound} ${bound === 1 ? 'character' : 'characters'} ${side}`
  if (origin === 'array' || origin === 'set' || origin === 'map' || origin === 'object') {
    return `have ${bound} ${bound === 1 ? 'entry' : 'entries'} ${side}`
  }
  if (origin === 'file') return `have ${bound} bytes ${side}`
  return `be ${bound} ${side}`
}

/** The closest alternative of a union: the one whose type matches. */
function sentenceOfUnion(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>, label: string): string {
  const branches = issue.errors
  const near = branches.find(
    ([first]) => first !== undefined && (first.path.length > 0 || first.code !== 'invalid_type'),
  )
  const [first] = near ?? []
  if (first !== undefined) return first.path.length > 0 || near === undefined ? first.message : relabel(first, label)
  const types = branches.flatMap(([one]) => (one?.code === 'invalid_type' ? [TYPES[one.expected] ?? one.expected] : []))
  if (issue.input === undefined || types.length === 0)
    return `${label} is ${issue.input === undefined ? 'missing' : 'not valid'}.`
  return `${label} has to be ${listOf([...new Set(types)], 'or')}.`
}

/** Puts in the name of the field, which an alternative does not know. */
function relabel({ message }: z.core.$ZodIssue, label: string): string {
  const nameless = labelOf([])
  return message.startsWith(nameless) ? label + message.slice(nameless.length) : message
}

function listOf(values: readonly string[], word: string): string {
  const shown = values.slice(0, LISTED).map((value) => (value === '' ? 'empty' : shorten(value)))
  const last = shown.pop() ?? ''
  if (values.length > LISTED) return `${[...shown, last].join(', ')} ${word} ${values.length - LISTED} others`
  return shown.length === 0 ? last : `${shown.join(', ')} ${word} ${last}`
}

function shorten(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`
}

z.config({ localeError: sentenceOf })
