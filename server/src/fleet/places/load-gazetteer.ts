import { type ChildProcess, fork } from 'node:child_process'
import { type Gazetteer, openGazetteer, type PackedGazetteer } from './gazetteer.ts'

/**
 * Reads the places of the world in a child process: as objects they take a hundred megabytes, which a thread would leave in this
 * process; packed they take seven.
 */
export async function loadGazetteer(signal: AbortSignal): Promise<Gazetteer> {
  const child = fork(new URL('gazetteer-process.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: [],
    signal,
  })
  try {
    return openGazetteer(await packedBy(child))
  } finally {
    child.kill()
  }
}

function packedBy(child: ChildProcess): Promise<PackedGazetteer> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as unknown as PackedGazetteer))
    child.once('exit', (code) => reject(new Error(`The process that reads the places ended with ${code}`)))
    // Comes when the signal ends the child, and once more when it is killed.
    child.on('error', reject)
  })
}
