import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderPart } from '#testing/render-part.tsx'
import { LanguageChoice } from './language-choice.tsx'

afterEach(() => localStorage.clear())

describe('the language of the sign-in page', () => {
  it('is kept in the browser, in place of that of the last user, and loads the page again', async () => {
    localStorage.setItem('fieldwatch-language', 'fr')
    const reload = vi.fn()
    renderPart(<LanguageChoice offered={['en', 'de']} reload={reload} />)

    await userEvent.selectOptions(screen.getByLabelText('Language'), 'Deutsch')

    expect(reload).toHaveBeenCalledOnce()
    expect(localStorage.getItem('fieldwatch-browser-language')).toBe('de')
    expect(localStorage.getItem('fieldwatch-language')).toBeNull()
  })

  it('is no question while there is one language', () => {
    renderPart(<LanguageChoice offered={['en']} />)

    expect(screen.queryByLabelText('Language')).toBeNull()
  })
})
