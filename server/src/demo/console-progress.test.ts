import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProgress, drawBox } from './console-progress.ts'

function createPaper({ isTTY }: { isTTY: boolean }) {
  let now = 0
  let text = ''
  const output = { isTTY, write: (more: string) => (text += more) }
  return {
    progress: createProgress(output, () => now),
    advance: (milliseconds: number) => (now += milliseconds),
    text: () => text.replaceAll('\r\u001B[2K', '<over>'),
  }
}

test('In a log, progress is a line every two seconds and one at the end with the time it took', () => {
  const paper = createPaper({ isTTY: false })
  const step = paper.progress.begin('Writing')
  for (let done = 10; done <= 50; done += 10) {
    paper.advance(1000)
    step.update(done / 100, `${done} records`)
  }
  step.done('50 records')
  assert.equal(paper.text(), 'Writing…  20 % 20 records\nWriting…  40 % 40 records\nWriting: 50 records (5.0 s)\n')
})

test('On a terminal, progress is one line that is written over, and other lines go between', () => {
  const paper = createPaper({ isTTY: true })
  const step = paper.progress.begin('Writing')
  step.update(0.5, 'half')
  paper.progress.say('Built')
  step.done('all')
  assert.equal(paper.text(), 'Writing…<over>Writing…  50 % half<over>Built\n<over>Writing: all (0.0 s)\n')
})

test('A box is as wide as its longest line', () => {
  const box = drawBox([
    ['Fieldwatch', 'http://localhost'],
    ['', ''],
    ['admin', 'a@b.example'],
  ])
  assert.equal(
    box,
    [
      '╭────────────────────────────────╮',
      '│  Fieldwatch  http://localhost  │',
      '│                                │',
      '│  admin       a@b.example       │',
      '╰────────────────────────────────╯',
    ].join('\n'),
  )
})
