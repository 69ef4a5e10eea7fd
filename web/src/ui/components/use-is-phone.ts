import { useMediaQuery } from '@mantine/hooks'

/** The breakpoint `sm` of the theme (specification, document 1, section 9: narrow screens). */
const PHONE = '(max-width: 40em)'

/** Whether the window is as narrow as a phone. */
export function useIsPhone(): boolean {
  return useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
}
