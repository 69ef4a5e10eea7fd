import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { answer } from '../answer.ts'
import type { Terminal } from '../terminal.ts'

export interface Finished {
  readonly code: number
  readonly output: string
  readonly errors: string
}

interface Given {
  readonly environment?: Terminal['environment']
  readonly input?: string
}

/** A folder that is removed after the test. */
export async function makeFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'fieldwatch-cli-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Writes files into a folder, by their names in it. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
}

/** Runs commands in this process, as someone who can't be asked. */
export function createCommandLine(standard: Terminal['environment']) {
  return async (args: readonly string[], { input = '', environment = standard }: Given = {}): Promise<Finished> => {
    const [output, errors] = [createSink(), createSink()]
    const terminal: Terminal = {
      environment,
      input: Readable.from([input]),
      isInteractive: false,
      output: output.stream,
      errors: errors.stream,
      signal: new AbortController().signal,
    }
    const code = await answer(terminal, args)
    return { code, output: output.text(), errors: errors.text() }
  }
}

function createSink() {
  const pieces: Buffer[] = []
  const stream = new Writable({
    write: (chunk: Buffer | string, _encoding, done) => {
      pieces.push(Buffer.from(chunk))
      done()
    },
  })
  return { stream, text: (): string => Buffer.concat(pieces).toString('utf8') }
}
