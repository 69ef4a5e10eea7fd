import { waitFor, type within } from '@testing-library/react'

/** A button once it can be pressed. */
export async function findEnabled(
  where: Pick<ReturnType<typeof within>, 'findByRole'>,
  name: string,
): Promise<HTMLElement> {
  const button = await where.findByRole('button', { name })
  await waitFor(() => {
    if (button.hasAttribute('disabled')) throw new Error(`${name} is not enabled yet`)
  })
  return button
}
