import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { createDrawPdf, DRAWING_LIMITS } from './draw-pdf.ts'

const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-no-browsers-'))
after(() => rm(folder, { recursive: true }))

/** A program in place of a browser. It leaves the ids of its processes in a file. */
async function writeProgram(name: string, script: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `#!/bin/sh\necho $$ >> '${join(folder, 'ids')}'\n${script}\n`)
  await chmod(path, 0o755)
  return path
}

const node = (script: string): string => `exec '${process.execPath}' -e "${script}"`

/** How drawing with a program ends, and what is left of it. */
async function draw(path: string, limits: Partial<typeof DRAWING_LIMITS> = {}) {
  const profilesBefore = await listProfiles()
  const signal = new AbortController().signal
  const drawing = createDrawPdf(
    { path, sandbox: false },
    { ...DRAWING_LIMITS, ...limits },
  )({
    address: '/drawing',
    answer: () => Promise.reject(new Error('nothing is asked for')),
    locale: 'en',
    timeZone: 'UTC',
    foot: '',
    signal,
  })
  const failure = await drawing.then(
    () => undefined,
    (error: unknown) => String(error),
  )
  const left = (await listProfiles()).filter((profile) => !profilesBefore.includes(profile))
  return { failure, left, running: await listRunning() }
}

async function listProfiles(): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith('fieldwatch-browser-'))
}

/** The processes of the programs that are still there. */
async function listRunning(): Promise<string[]> {
  const ids = (await readFile(join(folder, 'ids'), 'utf8').catch(() => '')).split('\n').filter((id) => id !== '')
  const states = ids.map((id) => {
    try {
      return execFileSync('ps', ['-o', 'stat=', '-p', id]).toString().trim()
    } catch {
      return ''
    }
  })
  return states.filter((state) => state !== '' && !state.startsWith('Z'))
}

describe('drawing a PDF', () => {
  it('fails when there is no such browser', async () => {
    const { failure, left } = await draw(join(folder, 'nothing'))

    assert.match(failure ?? '', /ENOENT/)
    assert.deepEqual(left, [])
  })

  it('fails with what a browser said that ended', async () => {
    const path = await writeProgram('ends', 'echo "no usable sandbox" >&2; exit 3')
    const { failure, left, running } = await draw(path)

    assert.match(failure ?? '', /no usable sandbox/)
    assert.deepEqual([left, running], [[], []])
  })

  it('starts a browser without its sandbox without the process that would fork into namespaces', async () => {
    const { failure } = await draw(await writeProgram('arguments', 'echo "$@" >&2; exit 3'))

    assert.match(failure ?? '', /--no-sandbox --no-zygote/)
  })

  it('ends a browser that hangs, with the processes that it started', async () => {
    const child = `echo $$ >> '${join(folder, 'ids')}'; exec sleep 1000`
    const path = await writeProgram('hangs', `sh -c "${child.replaceAll('$', '\\$')}" &\nexec sleep 1000`)
    const { failure, left, running } = await draw(path, { milliseconds: 1_000 })

    assert.match(failure ?? '', /TimeoutError/)
    assert.deepEqual([left, running], [[], []])
    assert.equal((await readFile(join(folder, 'ids'), 'utf8')).trim().split('\n').length >= 3, true)
  })

  it('ends a browser that uses too much memory', { skip: process.platform !== 'linux' }, async () => {
    const path = await writeProgram('grows', node('globalThis.kept = Buffer.alloc(4e8, 1); setInterval(() => 0, 1000)'))
    const { failure, left, running } = await draw(path, { memoryBytes: 200_000_000 })

    assert.match(failure ?? '', /used \d+ MB of memory/)
    assert.deepEqual([left, running], [[], []])
  })

  it('ends a browser whose messages can’t be read, or are too long', async () => {
    const say = (text: string): string =>
      node(`require('fs').createWriteStream('', { fd: 4 }).write(${text}); setInterval(() => 0, 1000)`)
    const rubbish = await draw(await writeProgram('rubbish', say(`'rubbish' + String.fromCharCode(0)`)))
    const endless = await draw(await writeProgram('endless', say(`'x'.repeat(200000)`)), { messageBytes: 100_000 })

    assert.match(rubbish.failure ?? '', /no message/)
    assert.match(endless.failure ?? '', /too long/)
    assert.deepEqual([rubbish.running, endless.running, endless.left], [[], [], []])
  })

  it('gives the browser none of the portal’s secrets', async () => {
    process.env['SMTP_URL'] = 'smtp://user:secret@mail.example'
    const { failure } = await draw(await writeProgram('environment', 'env | grep -c SMTP_URL >&2; exit 0'))
    delete process.env['SMTP_URL']

    assert.match(failure ?? '', /: 0$/)
  })
})
