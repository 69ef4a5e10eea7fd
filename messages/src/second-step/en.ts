export const texts = {
  'second-step.way.password': 'Use your password',
  'second-step.way.totp': 'Use the authenticator app',
  'second-step.way.passkey': 'Use a passkey',
  'second-step.way.recovery': 'Use a recovery code',
  'second-step.back': 'Back to the password',
  'second-step.submit': 'Sign in',
  'second-step.submit.busy': 'signing in...',
  'second-step.email': 'Email',
  'second-step.password': 'Password',

  'second-step.code.totp': 'Code',
  'second-step.code.totp.help': 'Six digits from your authenticator app.',
  'second-step.code.recovery': 'Recovery code',
  'second-step.code.recovery.help': 'Each code works once.',
  'second-step.wrong': 'This code is wrong or was already used.',
  'second-step.wrong.help': 'Wait for the next code, or check the clock of your phone.',
  'second-step.too-many': 'Too many wrong codes.',
  'second-step.too-many.help': 'Try again in 15 minutes. If you did not enter them, change your password.',
  'second-step.failed': 'An Unexpected error occurred',

  'second-step.app.scan': 'Scan this with your authenticator app, or enter the key there.',
  'second-step.app.qr-code': 'QR code for an authenticator app',
  'second-step.app.key': 'Key',
  'second-step.app.key.copy': 'Copy the key',
  'second-step.app.open': 'Open in an app on this device',
  'second-step.app.first-code': 'First code',
  'second-step.app.first-code.help': 'The six digits that the app shows now.',
  'second-step.copy': 'Copy',
  'second-step.copied': 'Copied',

  'second-step.codes': 'Recovery codes',
  'second-step.codes.help':
    'Each code signs you in once if you don’t have your phone. They are shown only now. Keep them with your passwords.',
  'second-step.codes.download': 'Download',
  'second-step.codes.kept': 'I have saved the codes',

  'second-step.set-up.lead':
    'Your entity requires a second factor. From now on you sign in with a code from an app on your phone, such as Google Authenticator, 2FAS or your password manager.',
  'second-step.set-up.done': 'Your second factor is set up. These are your recovery codes.',
  'second-step.set-up.submit': 'Switch it on and sign in',
  'second-step.set-up.submit.busy': 'setting up...',

  'second-step.again.title': 'Sign in again',
  'second-step.again.lead.ended': 'Your session has ended. Sign in to continue. Nothing that you entered is lost.',
  'second-step.again.lead.factor-required':
    'Your entity now requires a second factor. Sign in again, and set one up if you have none. Nothing that you entered is lost.',
  'second-step.again.login': 'Go to the login page',
  'second-step.again.disabled': 'If your password is correct, your account may be disabled. Ask an admin.',

  'second-step.proof.title': 'Confirm that it is you',
  'second-step.proof.submit': 'Confirm',
  'second-step.proof.lead':
    'This change needs a recent sign-in. You won’t be asked again for {minutes, number} minutes.',
  'second-step.proof.none': 'This change needs a recent sign-in. Sign out, sign in again, and then make the change.',

  'second-step.passkey.unused': 'No passkey was used.',
  'second-step.passkey.unused.help': 'It was cancelled or took too long. Try again.',
  'second-step.passkey.exists': 'This device already has a passkey for your account.',
  'second-step.passkey.address': 'Passkeys do not work at this address.',
  'second-step.passkey.address.help': 'Open the portal at the address that links in its mails have.',
  'second-step.passkey.failed': 'The passkey could not be used.',
} as const
