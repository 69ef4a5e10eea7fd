import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
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
  // spec 1-2-124, 1-2-128, 1-9-31
  it('asks for an image and says how large it may be and becomes', async () => {
    renderCropper()

    expect(await screen.findByRole('button', { name: 'Drop an image here, or browse' })).toBeDefined()
    expect(screen.getByText('Target size: 300x300 px. Max size: 5 MB.')).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>('Image file').accept).toBe(
      'image/jpeg,image/png,image/webp,image/gif',
    )
  })

  // spec 1-8-23
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

  it('asks before it lets go of an image for another one', async () => {
    // jsdom neither addresses nor draws files: this is what ours asks of the browser.
    vi.stubGlobal(
      'URL',
      Object.assign(class extends URL {}, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }),
    )
    vi.stubGlobal(
      'Image',
      class {
        naturalWidth = 640
        naturalHeight = 480
        decode = async () => undefined
      },
    )
    renderCropper()
    await user.upload(await screen.findByLabelText('Image file'), new File(['x'], 'pump.png', { type: 'image/png' }))

    await user.click(await screen.findByRole('button', { name: 'Change Image' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Choose another image?' }))
    await user.click(asked.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByText(/^pump.png/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Change Image' }))
    await user.click(await screen.findByRole('button', { name: 'Choose another' }))

    expect(await screen.findByRole('button', { name: 'Drop an image here, or browse' })).toBeDefined()
    vi.unstubAllGlobals()
  })
})
