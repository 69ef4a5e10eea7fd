import { Drawer, Group, Text } from '@mantine/core'
import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { usePrefetchQuery } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { type RefObject, Suspense, useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { LeaveQuestion } from '#ui/components/leave-question.tsx'
import { Logo } from '#ui/components/logo.tsx'
import { SkipLink } from '#ui/components/skip-link.tsx'
import { Splash } from '#ui/components/splash.tsx'
import { WithinMain } from '#ui/components/within-main.ts'
import { useApi } from '#platform/api/api-context.tsx'
import { LiveProvider } from '#platform/live/live-provider.tsx'
import { useSession } from '#platform/session/session-context.tsx'
import { appsQuery } from '#shared/apps/app-queries.ts'
import { SignInAgain } from '#shared/sign-in-again/sign-in-again.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { Header } from './header.tsx'
import { SignedInUser } from './signed-in-user.tsx'
import { SidebarLinks } from './sidebar-links.tsx'
import classes from './shell.module.css'
import { useIsLow } from '#ui/components/use-is-low.ts'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { usePrinting } from '#platform/print/print-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import printHead from './print-head.module.css'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { useStepUp } from '#platform/session/step-up-context.tsx'
import { t } from './texts.ts'

/** The frame of every page behind the sign-in. */
export function Shell() {
  const [menuOpen, menu] = useDisclosure(false)
  const sidebar = useSidebar()
  const content = useRef<HTMLElement>(null)
  useFocusOnPageChange(content)
  const session = useSession()
  // The menu may be closed, and its links are kept with the session.
  usePrefetchQuery(appsQuery(useApi()))
  const isSignedOut = useCallback(() => session.state().status === 'signed-out', [session])
  return (
    <LiveProvider>
      <div className={classes['shell']} data-sidebar={sidebar.isShown}>
        <SkipLink to="content">{t('shell.skip')}</SkipLink>
        {sidebar.isShown ? (
          <aside className={classes['sidebar']}>
            <Brand />
            <SidebarLinks />
          </aside>
        ) : undefined}
        <Header menu={sidebar.isDrawer ? { label: t('shell.menu.open'), press: menu.open } : toggleOf(sidebar)} />
        <ConnectionBanner />
        <main ref={content} id="content" tabIndex={-1} className={classes['content']}>
          <PrintHead />
          <WithinMain value>
            <Suspense fallback={<Splash />}>
              <Outlet />
            </Suspense>
          </WithinMain>
        </main>
      </div>
      <Drawer.Root opened={menuOpen} onClose={menu.close} size="xs">
        <Drawer.Overlay />
        <Drawer.Content aria-label={t('shell.menu')}>
          <Drawer.Body className={classes['menu'] ?? ''}>
            <Group justify="space-between" wrap="nowrap">
              <Brand />
              <Drawer.CloseButton aria-label={t('shell.menu.close')} size="var(--fw-touch-target)" />
            </Group>
            <SignedInUser />
            <SidebarLinks onFollow={menu.close} />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      <LeaveQuestion mustLeave={isSignedOut} />
      <StepUpDialog />
      <SignInAgain />
    </LiveProvider>
  )
}

function toggleOf({ isShown, toggle }: ReturnType<typeof useSidebar>) {
  return { label: isShown ? t('shell.menu.hide') : t('shell.menu.show'), press: toggle }
}

function Brand() {
  return (
    <Group gap="xs" wrap="nowrap" className={classes['brand'] ?? ''}>
      <Logo />
      <Text component="span" size="md" fw={650}>
        {t('shell.brand')}
      </Text>
    </Group>
  )
}

/** The breakpoint `md` of the theme: below it the menu is a drawer. */
const NARROW = '(max-width: 48em)'

/** Whether the menu is beside the page. It does not in a small window, nor where the person hid it in this browser. */
function useSidebar(): { isShown: boolean; isDrawer: boolean; toggle: () => void } {
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

/**
 * Moves the focus to the heading of a page that was opened, so that a screen reader says where it is and the next Tab starts there.
 * The focus stays where a page put it, and on a link that is still there, such as a tab.
 */
function useFocusOnPageChange(content: RefObject<HTMLElement | null>): void {
  const router = useRouter()
  useEffect(() => {
    let waiting: MutationObserver | undefined
    const stop = router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
      const page = content.current
      if (fromLocation === undefined || !pathChanged || toLocation.hash !== '' || page === null) return
      if (page !== document.activeElement && page.contains(document.activeElement)) return
      page.focus({ preventScroll: true })
      waiting?.disconnect()
      waiting = new MutationObserver(() => focusHeading(page, waiting))
      focusHeading(page, waiting)
    })
    return () => {
      stop()
      waiting?.disconnect()
    }
  }, [router, content])
}

/** The heading comes with the data of its page; whatever has the focus by then keeps it. */
function focusHeading(page: HTMLElement, waiting: MutationObserver | undefined): void {
  const heading = page.querySelector('h1')
  const isFree = document.activeElement === page
  if (heading === null && isFree) return waiting?.observe(page, { childList: true, subtree: true })
  waiting?.disconnect()
  if (heading === null || !isFree) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** The head of a printed page: whose it is, and when it was printed. */
function PrintHead() {
  const { since } = usePrinting()
  const { company, entity, entityData, timeFormat } = useMe()
  if (since === undefined) return undefined
  return (
    <div className={printHead['head']} data-above-dialog>
      <span>{t('shell.print.entity', { entity: entityData[entity]?.name ?? company })}</span>
      <span>
        {t('shell.print.moment', {
          moment: formatMoment(since, timeFormat),
          timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
        })}
      </span>
    </div>
  )
}

const StepUpQuestion = lazyPart(
  'step-up',
  async () => (await import('#shared/step-up/step-up-question.tsx')).StepUpQuestion,
)

/** Asks the person to prove who they are when the portal wants that for a change, whichever screen makes it. */
function StepUpDialog() {
  const { subscribe, current } = useStepUp()
  const request = useSyncExternalStore(subscribe, current)
  if (request === undefined) return undefined
  return (
    <Suspense>
      <StepUpQuestion {...request} />
    </Suspense>
  )
}
