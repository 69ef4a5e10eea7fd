import { parsePayload } from '../contract/apply-mapping.ts'
import { formatJsonPath, listLeaves } from '../contract/json-path.ts'
import type { CapturedMessage, MappingDraft } from '../contract/mappings.ts'
import { PRESETS } from '../contract/presets.ts'
import { matchTopic } from '../contract/topic-pattern.ts'
import { newMapping } from './mapping-form.ts'

/** Captured messages that one mapping could read. */
interface CapturedGroup {
  readonly topic: string
  /** The newest first. */
  readonly messages: readonly CapturedMessage[]
}

/** A value of a message that can be chosen, as it is shown. */
interface ShownLeaf {
  readonly path: string
  readonly text: string
}

const MOST_LEAVES = 300

/** The values of a message with their paths; of a list those of its first item, which all mappings are about. */
export function leavesOf(payload: string): readonly ShownLeaf[] {
  const value = parsePayload(payload)
  const item: unknown = Array.isArray(value) ? value[0] : value
  return (listLeaves(item, MOST_LEAVES) ?? []).flatMap((leaf) => {
    const path = formatJsonPath(leaf.steps)
    return path === undefined ? [] : [{ path, text: JSON.stringify(leaf.value) }]
  })
}

/** What a mapping of captured messages begins with: the preset that knows their topic, if there is one. */
export function draftFor(topic: string): MappingDraft {
  const preset = PRESETS.find(({ mapping }) => mapping.topic === topic)
  return preset === undefined ? { name: '', mapping: newMapping(topic) } : preset
}

/** Groups messages by the preset that knows their topic, or else by the shape of topic and content. */
export function groupCaptured(messages: readonly CapturedMessage[]): readonly CapturedGroup[] {
  const groups = Map.groupBy(messages, shapeOf)
  return [...groups.values()].map((own) => ({ topic: commonTopic(own.map(({ topic }) => topic)), messages: own }))
}

function shapeOf({ topic, payload }: CapturedMessage): string {
  const preset = PRESETS.find(({ mapping }) => matchTopic(mapping.topic, topic) !== undefined)
  if (preset !== undefined) return preset.mapping.topic
  const paths = leavesOf(payload).map(({ path }) => path)
  return JSON.stringify([topic.split('/').length, paths.toSorted()])
}

/** The topic of a group: levels that differ are named parts. */
function commonTopic([first = '', ...others]: readonly string[]): string {
  const preset = PRESETS.find(({ mapping }) => matchTopic(mapping.topic, first) !== undefined)
  if (preset !== undefined) return preset.mapping.topic
  const rest = others.map((topic) => topic.split('/'))
  let parts = 0
  const levels = first.split('/').map((level, place) => {
    if (rest.every((topic) => topic[place] === level)) return level
    parts += 1
    return parts === 1 ? '{device}' : `{part${parts}}`
  })
  return levels.join('/')
}
