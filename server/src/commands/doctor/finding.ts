/** What the doctor found, in a sentence for the person who runs the portal. */
export interface Finding {
  readonly state: 'well' | 'note' | 'wrong'
  readonly sentence: string
}

export const well = (sentence: string): Finding => ({ state: 'well', sentence })
export const note = (sentence: string): Finding => ({ state: 'note', sentence })
export const wrong = (sentence: string): Finding => ({ state: 'wrong', sentence })

const MARKS = { well: '  ', note: '? ', wrong: '! ' } as const

/** A line each, what is wrong marked and last, where it is read. */
export function formatFindings(findings: readonly Finding[]): string {
  const order = ['well', 'note', 'wrong'] as const
  const lines = order.flatMap((state) =>
    findings.filter((finding) => finding.state === state).map(({ sentence }) => `${MARKS[state]}${sentence}\n`),
  )
  const count = findings.filter(({ state }) => state === 'wrong').length
  const end = count === 0 ? 'Nothing is wrong.' : count === 1 ? 'One thing is wrong.' : `${count} things are wrong.`
  return `${lines.join('')}\n${end}\n`
}
