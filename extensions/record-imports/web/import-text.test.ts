import { describe, expect, it } from 'vitest'
import { readText } from './import-text.ts'

describe('how much of a file was read', () => {
  it('is written in megabytes and lines', () => {
    const counts = {
      lines: 210_000,
      added: 0,
      replaced: 0,
      unchanged: 0,
      repeated: 0,
      joined: 0,
      emptied: 0,
      refused: 0,
      doubled: 0,
    }

    expect(readText({ progress: 0.3, fileBytes: 41_900_000, counts })).toBe('12.6 of 41.9 MB, 210,000 lines')
  })
})
