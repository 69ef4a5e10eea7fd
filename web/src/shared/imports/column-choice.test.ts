import { describe, expect, it } from 'vitest'
import { withColumn } from './column-choice.ts'

const columns = [
  { heading: 'SIM', field: 'iccid' },
  { heading: 'Name', field: 'label' },
  { heading: 'Colour', field: null },
] as const

describe('choosing what a column is', () => {
  it('leaves the others as they were read', () => {
    expect(withColumn(columns, 'Colour', 'operator')).toEqual({ SIM: 'iccid', Name: 'label', Colour: 'operator' })
  })

  it('takes a field away from the column that was it', () => {
    expect(withColumn(columns, 'Colour', 'label')).toEqual({ SIM: 'iccid', Name: null, Colour: 'label' })
  })

  it('passes a column over', () => {
    expect(withColumn(columns, 'Name', null)).toEqual({ SIM: 'iccid', Name: null, Colour: null })
  })

  it('keeps the first of two columns with the same heading', () => {
    const twice = [...columns, { heading: 'Name', field: null }] as const

    expect(withColumn(twice, 'Colour', null)).toEqual({ SIM: 'iccid', Name: 'label', Colour: null })
  })
})
