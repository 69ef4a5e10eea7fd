import { LegalPage, type LegalSection } from './legal-page.tsx'

export function PrivacyPolicyPage() {
  return (
    <LegalPage
      title="Privacy policy"
      lead="What this portal keeps about people. It is run by your organisation, on its own machines or those it chose."
      sections={SECTIONS}
    />
  )
}

const SECTIONS: readonly LegalSection[] = [
  {
    title: 'What is kept',
    points: [
      'Your name, email, role, picture and settings, for as long as you are a user. Your password is kept only as a hash.',
      'Your phone number, once you have proved with a code that it is yours.',
      'When and from which network address you signed in, and which changes you made.',
    ],
  },
  {
    title: 'What your phone number is for',
    points: [
      'For SMS with a code, when you ask for one to verify the number.',
      'For SMS about alerts, as long as you have them switched on in your notification preferences.',
      'For nothing else: no advertising, and no calls.',
    ],
  },
  {
    title: 'Who gets to see it',
    points: [
      'People of your organisation who may see its users here.',
      'The company that delivers SMS for your organisation gets your number and the text of each SMS.',
      'The mail server of your organisation gets your email, the text of each mail, and the reports that are mailed to you.',
    ],
  },
  {
    title: 'What you can do',
    points: [
      'Switch SMS off, or change your phone number, in Settings, Profile.',
      'Ask an administrator of your organisation for what is kept about you, for a correction, or to be removed.',
    ],
  },
]
