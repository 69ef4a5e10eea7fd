import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { useIsLow } from '#ui/components/use-is-low.ts'

/** The breakpoint `md` of the theme: below it the menu is a drawer. */
const NARROW = '(max-width: 48em)'

/** Whether the menu stands beside the page. It does not in a small window, nor where the person hid it in this browser. */
export function useSidebar(): { isShown: boolean; isDrawer: boolean; toggle: () => void } {
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  const low = useIsLow()
  const [hidden, setHidden] = useLocalStorage({
    key: 'fieldwatch-sidebar-hidden',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const isDrawer = narrow || low
  return { isShown: !isDrawer && !hidden, isDrawer, toggle: () => setHidden(!hidden) }
}
