/** Where progress is written: a terminal, where a line can be written over, or anything else. */
interface Output {
  readonly isTTY?: boolean
  write(text: string): unknown
}

interface Step {
  /** Shows how far it is; on anything but a terminal only every two seconds. */
  update(share: number, words: string): void
  done(words: string): void
}

const NEXT_LINE_MS = 2000

/** Writes steps that take a while, each on one line: `What… how far`. */
export function createProgress(output: Output, clock: () => number) {
  const startOver = output.isTTY === true ? '\r\u001B[2K' : ''
  return {
    /** Its own line, also during a step. */
    say: (words: string): void => void output.write(`${startOver}${words}\n`),

    begin: (what: string): Step => {
      const startedAt = clock()
      let writtenAt = startedAt
      if (output.isTTY === true) output.write(`${what}…`)
      return {
        update: (share, words) => {
          if (output.isTTY === true) output.write(`${startOver}${what}… ${percent(share)} ${words}`)
          else if (clock() - writtenAt >= NEXT_LINE_MS) {
            writtenAt = clock()
            output.write(`${what}… ${percent(share)} ${words}\n`)
          }
        },
        done: (words) => {
          output.write(`${startOver}${what}: ${words} (${((clock() - startedAt) / 1000).toFixed(1)} s)\n`)
        },
      }
    },
  }
}

function percent(share: number): string {
  return `${String(Math.floor(Math.min(1, share) * 100)).padStart(3)} %`
}

/** Lines in a frame, with what is left of a colon in its own column. */
export function drawBox(lines: readonly (readonly [label: string, value: string])[]): string {
  const labelWidth = Math.max(...lines.map(([label]) => label.length))
  const rows = lines.map(([label, value]) => `  ${label.padEnd(labelWidth)}  ${value}  `)
  const width = Math.max(...rows.map((row) => row.length))
  const edge = '─'.repeat(width)
  return [`╭${edge}╮`, ...rows.map((row) => `│${row.padEnd(width)}│`), `╰${edge}╯`].join('\n')
}
