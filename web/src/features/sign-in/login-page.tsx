import { Anchor, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { type SubmitEvent, useRef } from 'react'
import { useAction } from '#platform/api/use-action.ts'
import type { SignedOutWhy } from '#platform/session/session.ts'
import { useSession } from '#platform/session/session-context.tsx'
import { SubmitButton } from '#ui/components/submit-button.tsx'
import { useFocusOnMount } from '#ui/components/use-focus-on-mount.ts'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { PasskeyButton } from '#shared/passkeys/passkey-button.tsx'
import { SecondStepForm } from '#shared/second-step/second-step-form.tsx'
import { SetUpStep } from '#shared/second-step/set-up-step.tsx'
import { setUpOf, stepOf } from '#platform/api/api-error.ts'
import { ProviderButton } from './provider-button.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { textOf } from './form-text.ts'
import { signInFailure } from '#platform/session/sign-in-text.ts'

export function LoginPage() {
  const session = useSession()
  const router = useRouter()
  const firstRef = useFocusOnMount<HTMLInputElement>()
  const passwordRef = useRef<HTMLInputElement>(null)
  const signIn = useAction({
    once: true,
    // The guard opens the wanted page once the session is signed in.
    mutationFn: session.signIn,
    onError: () => passwordRef.current?.select(),
  })
  // The form stays busy until the next page has loaded.
  const busy = signIn.isPending || signIn.isSuccess
  const step = stepOf(signIn.error)
  const setUp = setUpOf(signIn.error)
  const problem = useLocation({ select: ({ hash }) => problemOf(new URLSearchParams(hash).get('problem')) })
  const state = session.state()
  const lead = state.status === 'signed-out' ? LEADS[state.why] : LEADS.never

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget)
    // Loads the pages behind while the server checks the password.
    for (const route of ['/signed-in', '/signed-in/dashboard'] as const)
      void router.loadRouteChunk(router.routesById[route])
    signIn.mutate({ email: textOf(form, 'email'), password: textOf(form, 'password') })
  }

  if (step !== undefined) {
    return (
      <SignInFrame title="Second factor" lead="Your password is right. One step more.">
        <SecondStepForm {...step} onBack={signIn.reset} />
      </SignInFrame>
    )
  }
  if (setUp !== undefined) {
    return (
      <SignInFrame title="Set up a second factor" lead="Your password is right. One step more, this once.">
        <SetUpStep {...setUp} onBack={signIn.reset} />
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title="Sign in" lead={lead}>
      <form onSubmit={submit}>
        <Stack>
          {signIn.isError ? <FormFailure {...signInFailure(signIn.error)} /> : undefined}
          {problem === undefined || !signIn.isIdle ? undefined : <FormFailure text={problem} />}
          <TextInput
            ref={firstRef}
            name="email"
            type="email"
            label="Email"
            autoComplete="username"
            required
            withAsterisk={false}
          />
          <PasswordInput
            ref={passwordRef}
            name="password"
            label="Password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            visibilityToggleFocusable
          />
          <Group justify="flex-end">
            <Anchor component={Link} to="/reset-password" preload={false}>
              Forgot password
            </Anchor>
          </Group>
          <SubmitButton busy={busy} busyText="signing in...">
            Sign in
          </SubmitButton>
          <PasskeyButton variant="default" />
          <ProviderButton />
        </Stack>
      </form>
    </SignInFrame>
  )
}

/** The sentence above the form, by the reason for being signed out. */
const LEADS: Readonly<Record<SignedOutWhy, string>> = {
  never: 'Your units at a glance.',
  chosen: 'You are signed out.',
  elsewhere: 'You signed out in another tab.',
  ended: 'Your session has ended. Sign in to go on where you were.',
  'factor-required': 'Your entity requires a second factor now. Sign in again: you set one up then, if you have none.',
  unreachable: 'The portal could not be reached. Sign in once it is there again.',
}

/** Why the provider did not sign somebody in, by the code in the address; null: nobody tried. */
function problemOf(code: string | null): string | undefined {
  return code === null ? undefined : (PROBLEMS[code] ?? ANY_PROBLEM)
}

const ANY_PROBLEM = 'Signing in by the provider did not work. Sign in with your password, or try again in a moment.'

const PROBLEMS: Readonly<Record<string, string>> = {
  'auth/provider-away': 'The provider could not be reached. Sign in with your password, or try again in a moment.',
  'auth/provider-refused': 'The provider did not sign you in, or it took too long. Try again.',
  'auth/provider-unknown':
    'Nobody here has the address that the provider knows you by. Ask an admin of your entity to add you.',
  'auth/provider-unverified': 'The provider has not verified your email address. Verify it there first.',
}
