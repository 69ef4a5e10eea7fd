import { reasonText } from '#platform/errors/reason-text.ts'

/** What the doctor found, in a sentence for the person who runs the portal. */
export interface Finding {
  readonly state: 'well' | 'note' | 'wrong'
  readonly sentence: string
}

export const well = (sentence: string): Finding => ({ state: 'well', sentence })
export const note = (sentence: string): Finding => ({ state: 'note', sentence })
export const wrong = (sentence: string): Finding => ({ state: 'wrong', sentence })

/** What is looked at, by what it is called in a sentence. */
export type Checks = Readonly<Record<string, () => Promise<readonly Finding[]>>>

/** Looks at one thing after the other; what cannot be looked at is wrong, and keeps the others from nothing. */
export async function runChecks(checks: Checks): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [what, check] of Object.entries(checks)) {
    try {
      findings.push(...(await check()))
    } catch (error) {
      findings.push(wrong(`${what} cannot be looked at: ${reasonText(error)}.`))
    }
  }
  return findings
}

export function hasWrong(findings: readonly Finding[]): boolean {
  return findings.some(({ state }) => state === 'wrong')
}

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
