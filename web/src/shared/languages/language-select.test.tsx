import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { LANGUAGES } from '@fieldwatch/contract/text/languages'
import { describe, expect, it, vi } from 'vitest'
import { renderPart } from '#testing/render-part.tsx'
import { LanguageSelect } from './language-select.tsx'

describe('the choice of a language', () => {
  it('offers each by its own name, and none', async () => {
    const choose = vi.fn<(language: string | null) => void>()
    renderPart(<LanguageSelect none="As the browser" value="en" offered={LANGUAGES} onChange={choose} />)
    const field = screen.getByLabelText('Language')

    await userEvent.selectOptions(field, 'Deutsch')
    await userEvent.selectOptions(field, 'As the browser')

    expect(choose.mock.calls).toEqual([['de'], [null]])
  })

  it('is not there while there is only one', () => {
    renderPart(<LanguageSelect none="As the browser" value={null} offered={['en']} onChange={() => undefined} />)

    expect(screen.queryByLabelText('Language')).toBeNull()
  })
})
