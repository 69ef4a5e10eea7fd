import { OVERVIEW_KINDS, WIDGET_KIND_NAMES } from '@fieldwatch/contract/widgets/widget-kinds'
import { describe, expect, it } from 'vitest'
import { DRAWN_KINDS, typeOfKind, WIDGET_TYPES } from './widget-types.ts'

describe('the types of widgets', () => {
  it('make each kind of the contract once, and draw each of the Overview once', () => {
    const drawn = DRAWN_KINDS.map(({ kind }) => kind)

    expect(WIDGET_TYPES.flatMap(({ kinds }) => kinds).toSorted()).toEqual(WIDGET_KIND_NAMES.toSorted())
    expect(drawn.toSorted()).toEqual(Object.keys(OVERVIEW_KINDS).toSorted())
    expect(drawn.every((kind) => kind in typeOfKind(kind).drawings)).toBe(true)
  })
})
