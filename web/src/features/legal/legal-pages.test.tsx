import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.tsx'

describe('the pages that one agrees to', () => {
  // spec 1-6-13
  it.each([
    ['/privacy-policy', 'Privacy policy', 'What your phone number is for'],
    ['/terms-of-use', 'Terms of use', 'SMS'],
  ])('can be read at %s without a sign-in', async (path, title, section) => {
    const { app } = renderApp({ path })

    expect(await screen.findByRole('heading', { level: 1, name: title }, { timeout: 4000 })).toBeDefined()
    expect(screen.getByRole('heading', { level: 2, name: section })).toBeDefined()
    expect(app.router.state.location.pathname).toBe(path)
  })
})
