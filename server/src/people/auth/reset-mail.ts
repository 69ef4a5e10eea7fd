import type { Mail } from '#delivery/mail/queue-mail.ts'

interface Reset {
  email: string
  firstName: string
  link: string
}

export function resetMail({ email, firstName, link }: Reset): Mail {
  return {
    to: email,
    subject: 'Choose a new password for Fieldwatch',
    body: `${firstName === '' ? 'Hello' : `Hello ${firstName}`},

somebody, hopefully you, asked for a new password for your Fieldwatch account. Choose one within the next hour here:

${link}

If it was not you, there is nothing to do: your password stays as it is.
`,
  }
}
