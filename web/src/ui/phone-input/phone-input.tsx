import { Input, Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import type { PhoneInputProps } from './formatted-input.tsx'
import { lazyPart } from '#platform/parts/lazy-part.tsx'

/** A phone number with its country, written the way the country does. A number that starts with a plus finds its country. */
export function PhoneInput(props: PhoneInputProps) {
  return (
    <Suspense fallback={<Waiting {...props} />}>
      <FormattedInput {...props} />
    </Suspense>
  )
}

/** The same place while the formats load. */
function Waiting({ label, description }: PhoneInputProps) {
  return (
    <Input.Wrapper label={label} description={description} labelElement="div">
      <Skeleton height="var(--fw-control)" />
    </Input.Wrapper>
  )
}

/** The formats of all countries are large, and loaded on first use. */
const FormattedInput = lazyPart('phone-input', async () => (await import('./formatted-input.tsx')).FormattedInput)
