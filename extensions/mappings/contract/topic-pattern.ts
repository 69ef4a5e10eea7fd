/** Patterns of topics and paths: `tele/{device}/SENSOR`. `{name}` is one named level, `+` any level, and `#` at the end the rest. */

export const MAX_TOPIC_LENGTH = 512
/** As the broker: deeper topics are refused. */
export const MOST_LEVELS = 8

const NAMED = /^\{([A-Za-z][A-Za-z0-9_]{0,31})\}$/

export type TopicParts = Readonly<Record<string, string>>

/** The names of the parts; undefined when the pattern cannot be read. */
export function readTopicPattern(pattern: string): readonly string[] | undefined {
  const levels = pattern.split('/')
  if (pattern === '' || pattern.length > MAX_TOPIC_LENGTH || levels.length > MOST_LEVELS) return undefined
  const names: string[] = []
  for (const [place, level] of levels.entries()) {
    const name = NAMED.exec(level)?.[1]
    if (name !== undefined) names.push(name)
    else if (level === '#' ? place < levels.length - 1 : level !== '+' && /[{}#+]/.test(level)) return undefined
  }
  return new Set(names).size === names.length ? names : undefined
}

/** The named parts of a topic; undefined when the topic is another one. */
export function matchTopic(pattern: string, topic: string): TopicParts | undefined {
  const [wanted, given] = [pattern.split('/'), topic.split('/')]
  const parts: Record<string, string> = {}
  for (const [place, level] of wanted.entries()) {
    if (level === '#') return parts
    const found = given[place]
    if (found === undefined) return undefined
    const name = NAMED.exec(level)?.[1]
    if (name !== undefined) parts[name] = found
    else if (level !== '+' && level !== found) return undefined
  }
  return given.length === wanted.length ? parts : undefined
}

/** Topics that the portal gives a meaning of its own. */
const RESERVED = ['units', 'v1', 'v2'] as const

/** Whether a topic is one of the generic JSON door. */
export function isAnyTopic(topic: string): boolean {
  const [root = ''] = topic.split('/')
  return root !== '' && !root.startsWith('$') && !RESERVED.some((reserved) => reserved === root)
}
