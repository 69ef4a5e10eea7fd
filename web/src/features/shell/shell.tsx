import { Drawer, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import { Suspense, useCallback } from 'react'
import { LeaveQuestion } from '#ui/components/leave-question.tsx'
import { Logo } from '#ui/components/logo.tsx'
import { SkipLink } from '#ui/components/skip-link.tsx'
import { Splash } from '#ui/components/splash.tsx'
import { WithinMain } from '#ui/components/within-main.ts'
import { LiveProvider } from '#platform/live/live-provider.tsx'
import { useSession } from '#platform/session/session-context.tsx'
import { SignInAgain } from '#shared/sign-in-again/sign-in-again.tsx'
import { StepUpDialog } from '#shared/step-up/step-up-dialog.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { Header } from './header.tsx'
import { PrintHead } from './print-head.tsx'
import { SignedInUser } from './signed-in-user.tsx'
import { SidebarLinks } from './sidebar-links.tsx'
import classes from './shell.module.css'

/** The frame of every page behind the sign-in. */
export function Shell() {
  const [menuOpen, menu] = useDisclosure(false)
  const session = useSession()
  const isSignedOut = useCallback(() => session.state().status === 'signed-out', [session])
  return (
    <LiveProvider>
      <div className={classes['shell']}>
        <SkipLink to="content">Skip to content</SkipLink>
        <aside className={classes['sidebar']}>
          <Brand />
          <SidebarLinks />
        </aside>
        <Header onMenu={menu.open} />
        <ConnectionBanner />
        <main id="content" tabIndex={-1} className={classes['content']}>
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
        <Drawer.Content aria-label="Menu">
          <Drawer.Body className={classes['menu'] ?? ''}>
            <Group justify="space-between" wrap="nowrap">
              <Brand />
              <Drawer.CloseButton aria-label="Close the menu" size="var(--fw-touch-target)" />
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

function Brand() {
  return (
    <Group gap="xs" wrap="nowrap" className={classes['brand'] ?? ''}>
      <Logo />
      <Text component="span" size="md" fw={650}>
        Fieldwatch
      </Text>
    </Group>
  )
}
