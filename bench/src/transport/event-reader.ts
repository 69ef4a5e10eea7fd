export interface ServerEvent {
  readonly event: string
  readonly data: string
}

/** Reads server-sent events (HTML standard, section 9.2) from text as it comes, for streams that end lines with a line feed. */
export function createEventReader(): (text: string) => ServerEvent[] {
  let pending = ''
  return (text) => {
    const blocks = (pending + text).split('\n\n')
    pending = blocks.pop() ?? ''
    return blocks.flatMap(eventsOf)
  }
}

function eventsOf(block: string): ServerEvent[] {
  let event = 'message'
  const data: string[] = []
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) event = line.slice('event:'.length).trim()
    if (line.startsWith('data:')) data.push(line.slice('data:'.length).trimStart())
  }
  return data.length === 0 ? [] : [{ event, data: data.join('\n') }]
}
