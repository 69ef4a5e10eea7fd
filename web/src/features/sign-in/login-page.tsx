import { Anchor, Group, Stack, TextInput } from '@mantine/core'
import { PasswordField } from '#ui/components/password-field.tsx'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { type SubmitEvent, Suspense, useRef } from 'react'
import { useAction } from '#platform/api/use-action.ts'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { useSession } from '#platform/session/session-context.tsx'
import { SubmitButton } from '#ui/components/submit-button.tsx'
import { useFocusOnMount } from '#ui/components/use-focus-on-mount.ts'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { PasskeyButton } from '#shared/passkeys/passkey-button.tsx'
import { SetUpStep } from '#shared/second-step/set-up-step.tsx'
import { setUpOf, stepOf } from '#platform/api/api-error.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { textOf } from './form-text.ts'
import { signInFailure } from '#platform/session/sign-in-text.ts'
import { t } from './texts.ts'

/** Few people need it, and the page is to come fast. */
const SecondStepForm = lazyPart(
  'second-step',
  async () => (await import('#shared/second-step/second-step-form.tsx')).SecondStepForm,
)

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
  const lead = state.status === 'signed-out' ? t(`sign-in.lead.${state.why}`) : t('sign-in.lead.never')

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
      <SignInFrame title={t('sign-in.second-factor')} lead={t('sign-in.second-factor.lead')}>
        <Suspense>
          <SecondStepForm {...step} onBack={signIn.reset} />
        </Suspense>
      </SignInFrame>
    )
  }
  if (setUp !== undefined) {
    return (
      <SignInFrame title={t('sign-in.set-up')} lead={t('sign-in.set-up.lead')}>
        <SetUpStep {...setUp} onBack={signIn.reset} />
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title={t('sign-in.title')} lead={lead}>
      <form onSubmit={submit}>
        <Stack>
          {signIn.isError ? <FormFailure {...signInFailure(signIn.error)} /> : undefined}
          {problem === undefined || !signIn.isIdle ? undefined : <FormFailure text={problem} />}
          <TextInput
            ref={firstRef}
            name="email"
            type="email"
            label={t('sign-in.email')}
            autoComplete="username"
            required
            withAsterisk={false}
          />
          <PasswordField
            ref={passwordRef}
            name="password"
            label={t('sign-in.password')}
            autoComplete="current-password"
            required
            withAsterisk={false}
          />
          <Group justify="flex-end">
            <Anchor component={Link} to="/reset-password" preload={false}>
              {t('sign-in.forgot')}
            </Anchor>
          </Group>
          <SubmitButton busy={busy} busyText={t('sign-in.submit.busy')}>
            {t('sign-in.submit')}
          </SubmitButton>
          <PasskeyButton variant="default" />
          <ProviderButtons />
        </Stack>
      </form>
    </SignInFrame>
  )
}

/** Why the provider did not sign someone in, by the code in the address; null: no one tried. */
function problemOf(code: string | null): string | undefined {
  return code === null ? undefined : t(PROBLEMS[code] ?? 'sign-in.problem.any')
}

const PROBLEMS: Readonly<Record<string, `sign-in.problem.${'away' | 'refused' | 'unknown' | 'unverified'}`>> = {
  'auth/provider-away': 'sign-in.problem.away',
  'auth/provider-refused': 'sign-in.problem.refused',
  'auth/provider-unknown': 'sign-in.problem.unknown',
  'auth/provider-unverified': 'sign-in.problem.unverified',
}
