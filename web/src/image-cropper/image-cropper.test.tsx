import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderPart } from '#testing/render-part.tsx'
import { ImageCropper } from './image-cropper.tsx'

// jsdom cannot draw: what is done with a picture is shown by the journeys in a real browser.
const user = userEvent.setup({ applyAccept: false })

function renderCropper() {
  const errors: string[] = []
  renderPart(
    <ImageCropper
      opened
      title="Upload Photo"
      onClose={() => undefined}
      onCrop={() => undefined}
      onError={(text) => void errors.push(text)}
    />,
  )
  return errors
}

describe('the image cropper', () => {
  it('asks for an image and says how large it may be and becomes', async () => {
    renderCropper()

    expect(await screen.findByRole('button', { name: 'Drop an image here, or browse' })).toBeDefined()
    expect(screen.getByText('Target size: 300x300 px. Max size: 5 MB.')).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>('Image file').accept).toBe(
      'image/jpeg,image/png,image/webp,image/gif',
    )
  })

  it.each([
    [
      new File(['%PDF'], 'plan.pdf', { type: 'application/pdf' }),
      'File type application/pdf is not supported. Accepted types: image/jpeg, image/png, image/webp, image/gif',
    ],
    [
      new File([new Uint8Array(6 * 1024 * 1024)], 'huge.png', { type: 'image/png' }),
      'File size 6 MB exceeds maximum allowed size of 5 MB',
    ],
  ])('refuses what it may not take, in words and as an event', async (file, text) => {
    const errors = renderCropper()

    await user.upload(await screen.findByLabelText('Image file'), file)

    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(errors).toEqual([text])
  })
})
