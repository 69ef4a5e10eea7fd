import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPart } from '#testing/render-part.tsx'
import { FormFailure } from './form-failure.tsx'

describe('the failure of a form', () => {
  const seen: string[] = []
  beforeEach(() => {
    seen.length = 0
    // As newer browsers do, it answers with a promise.
    Element.prototype.scrollIntoView = function record(this: Element) {
      seen.push(this.textContent ?? '')
      return Promise.resolve() as never
    }
  })

  it('comes into sight with what can be done about it, and is announced', () => {
    renderPart(
      <FormFailure text="It was not saved.">
        <button type="button">Load the newer version</button>
      </FormFailure>,
    )

    expect(screen.getByRole('alert').textContent).toBe('It was not saved.')
    expect(seen).toEqual(['It was not saved.Load the newer version'])
  })

  it('comes into sight again when it says something else', () => {
    const { rerender } = renderPart(<FormFailure text="The portal is away." />)

    rerender(<FormFailure text="Another person was faster." />)

    expect(seen).toEqual(['The portal is away.', 'Another person was faster.'])
  })
})
