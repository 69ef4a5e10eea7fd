import { z } from 'zod'
import { API_BASE, endpointsWith, envelope } from '@fieldwatch/contract/api/endpoint'
import type { ErrorsOfThing } from '@fieldwatch/contract/api/errors'
import { DataId, EntityId, NAME_PATTERN, UtcTime } from '@fieldwatch/contract/api/ids'
import { defineResource } from '@fieldwatch/contract/api/resource'
import { Version } from '@fieldwatch/contract/api/version'
import { line } from '@fieldwatch/contract/text/text'
import { isTimeZone } from '@fieldwatch/contract/time/time-zone'
import { MAX_PATH_LENGTH, parseJsonPath } from './json-path.ts'
import { MAX_TOPIC_LENGTH, readTopicPattern } from './topic-pattern.ts'

export const MOST_MAPPINGS = 50
export const MOST_MAPPED_VALUES = 100
export const MOST_ALIASES = 1_000

/** What is kept of each entity: the oldest messages are removed first. */
export const CAPTURED = { messages: 2_000, bytes: 8 * 1024 * 1024, days: 30 } as const
/** The bounds of configurations for Home Assistant, which other messages do not displace. The newest of each topic is kept. */
export const CAPTURED_DISCOVERY = { messages: 1_000, bytes: 4 * 1024 * 1024 } as const

export const MappingId = z.string().min(1).max(64).brand<'MappingId'>()
export type MappingId = z.infer<typeof MappingId>

const JsonPath = z
  .string()
  .max(MAX_PATH_LENGTH)
  .refine((path) => parseJsonPath(path) !== undefined, 'fields.json-path')

const TopicPattern = line(MAX_TOPIC_LENGTH).refine(
  (pattern) => readTopicPattern(pattern) !== undefined,
  'fields.topic-pattern',
)

const Name = z.string().regex(NAME_PATTERN, 'fields.name-shape')

const Factor = z.number().refine((value) => value !== 0 && Number.isFinite(value), 'fields.scale')

/** The texts of a mapping: those of a request are checked, those of a reply were when it was saved. */
interface MappingTexts {
  readonly path: z.ZodType<string, string>
  readonly topic: z.ZodType<string, string>
  readonly zone: z.ZodType<string, string>
}

function mappingOf({ path, topic, zone }: MappingTexts) {
  return z.strictObject({
    topic,
    /** Which unit a message is of. `sender`: the one that signed in. */
    unit: z.discriminatedUnion('from', [
      z.strictObject({ from: z.literal('sender') }),
      z.strictObject({ from: z.literal('topic'), part: z.string().min(1).max(32) }),
      z.strictObject({ from: z.literal('path'), path }),
      z.strictObject({ from: z.literal('fixed'), dataID: DataId }),
    ]),
    /** Names of devices that are not dataIDs, with the dataID of each. */
    aliases: z
      .record(z.string().min(1).max(200), DataId)
      .refine((aliases) => Object.keys(aliases).length <= MOST_ALIASES, 'fields.many-aliases')
      .optional(),
    /** Where the time of a record is. `local` is a time without a zone, as clocks show it in `zone`. */
    time: z.discriminatedUnion('format', [
      z.strictObject({ format: z.literal('arrival') }),
      z.strictObject({ format: z.enum(['iso', 'seconds', 'milliseconds']), path }),
      z.strictObject({ format: z.literal('local'), path, zone }),
    ]),
    /** Values of the message that become fields. A number is multiplied by `scale`, then `offset` is added. */
    values: z
      .array(
        z.strictObject({
          path,
          source: Name,
          field: Name,
          scale: Factor.optional(),
          offset: z.number().optional(),
          /** The unit of measure, after scale and offset. */
          unit: line(20).optional(),
        }),
      )
      .max(MOST_MAPPED_VALUES),
    /** The source of all values that are not named; without it they are dropped. */
    others: Name.optional(),
  })
}

/** What a mapping does, apart from where it is stored: this is exported and imported. */
export const Mapping = mappingOf({
  path: JsonPath,
  topic: TopicPattern,
  zone: z.string().max(64).refine(isTimeZone, 'fields.no-time-zone'),
}).superRefine((mapping, context) => {
  for (const problem of findMappingProblems(mapping)) context.addIssue({ code: 'custom', ...problem })
})
export type Mapping = z.infer<typeof Mapping>
export type MappedValue = Mapping['values'][number]
export type MappedTime = Mapping['time']
export type MappedUnit = Mapping['unit']

type Checked = Pick<Mapping, 'topic' | 'unit' | 'values' | 'others'>

interface Problem {
  readonly path: PropertyKey[]
  readonly message: string
}

/** What does not fit together, by place. */
function findMappingProblems({ topic, unit, values, others }: Checked): Problem[] {
  const problems: Problem[] = []
  if (unit.from === 'topic' && readTopicPattern(topic)?.includes(unit.part) !== true)
    problems.push({ path: ['unit', 'part'], message: 'fields.topic-part' })
  if (values.length === 0 && others === undefined) problems.push({ path: ['values'], message: 'fields.choose-value' })
  const taken = new Set<string>()
  for (const [place, { source, field }] of values.entries()) {
    if (taken.has(`${source}/${field}`))
      problems.push({ path: ['values', place, 'field'], message: 'fields.mapped-twice' })
    taken.add(`${source}/${field}`)
  }
  return problems
}

export const MappingDraft = z.object({ name: line(100).min(1, 'fields.name-required'), mapping: Mapping })
export type MappingDraft = z.infer<typeof MappingDraft>

/** How a replay of captured messages is getting on. */
export const Replay = z.object({
  state: z.enum(['running', 'finished', 'stopped']),
  /** Messages that were read, of how many were there. */
  done: z.number().int(),
  total: z.number().int(),
  /** Messages whose records are stored. */
  stored: z.number().int(),
  startedUTC: UtcTime,
})

export const StoredMapping = z.object({
  mappingID: MappingId,
  entity: EntityId,
  name: z.string(),
  mapping: mappingOf({ path: z.string(), topic: z.string(), zone: z.string() }),
  replay: Replay,
  version: Version,
})
export type StoredMapping = z.infer<typeof StoredMapping>

/** Why a mapping makes nothing of a message of its topic. */
const MAPPING_REASONS = [
  'too-deep',
  'too-many-items',
  'too-many-values',
  'unit-missing',
  'unit-unknown',
  'time-missing',
  'time-invalid',
  'values-missing',
  'record-refused',
] as const
export type MappingReason = (typeof MAPPING_REASONS)[number]

/** A message that no mapping understood. */
export const CapturedMessage = z.object({
  id: z.number().int(),
  topic: z.string(),
  payload: z.string(),
  arrivedUTC: UtcTime,
  /** The unit that sent it; null: a program. */
  sender: DataId.nullable(),
  /** Why the mapping of its topic could not take it; null: no mapping has its topic. */
  reason: z.enum(MAPPING_REASONS).nullable(),
})
export type CapturedMessage = z.infer<typeof CapturedMessage>

declare module '@fieldwatch/contract/api/errors' {
  interface AddedErrors extends ErrorsOfThing<'mapping'> {}
}

export const {
  list: listMappings,
  create: createMapping,
  update: updateMapping,
  remove: removeMapping,
} = defineResource({
  kind: 'mapping',
  path: 'message-mappings',
  words: { one: 'a message mapping', many: 'message mappings' },
  also: {
    create: ', and replay the captured messages through it',
    change: ', and replay the captured messages through it',
    remove: '; its records stay',
  },
  id: ['mappingID', MappingId],
  fields: MappingDraft.shape,
  reply: StoredMapping,
})

const userEndpoint = endpointsWith({ tag: 'message-mappings', errors: ['mapping/', 'entity/'] })

export const listCaptured = userEndpoint(`GET ${API_BASE}/captured-messages`, {
  summary: 'The newest messages of an entity that no mapping understood (admin)',
  query: z.object({ entity: EntityId.optional() }),
  reply: envelope(z.object({ messages: z.array(CapturedMessage), total: z.number().int() })),
})
