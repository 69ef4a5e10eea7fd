import { describe, expect, it } from 'vitest'
import { changedFields, rebased } from './changed-fields.ts'

const before = { name: 'Pump', role: 'admin', permissions: ['viewSubentities'], picture: undefined as File | undefined }

describe('what is sent of a form', () => {
  it('is nothing when nothing was changed', () => {
    expect(changedFields(before, { ...before, permissions: ['viewSubentities'] })).toEqual({})
  })

  it('is each field that was changed, also one that was emptied', () => {
    expect(changedFields(before, { ...before, name: '', permissions: [] })).toEqual({ name: '', permissions: [] })
  })

  it('is a number of which the text is none yet, also where there was none', () => {
    const without: { accuracy: number | null } = { accuracy: null }

    expect(changedFields(without, { accuracy: Number.NaN })).toEqual({ accuracy: Number.NaN })
    expect(changedFields({ accuracy: Number.NaN }, { accuracy: Number.NaN })).toEqual({})
  })

  it('is nothing when entries of a list were only read again', () => {
    expect(changedFields({ steps: [{ key: 'a1', from: 1 }] }, { steps: [{ key: 'b2', from: 1 }] })).toEqual({})
  })

  it('is a file that was chosen', () => {
    const picture = new File(['x'], 'x.png')

    expect(changedFields(before, { ...before, picture })).toEqual({ picture })
  })
})

describe('a form after a newer thing was loaded', () => {
  it('keeps what was typed and takes everything else', () => {
    const typed = { ...before, name: 'Big pump' }
    const newer = { ...before, name: 'Small pump', role: 'viewer' }

    expect(rebased(before, typed, newer)).toEqual({ ...before, name: 'Big pump', role: 'viewer' })
  })
})
