export const texts = {
  'legal.brand': 'Fieldwatch',

  'legal.privacy.title': 'Privacy policy',
  'legal.privacy.lead':
    'What this portal stores about people. Your organisation runs it, on its own servers or on servers that it chose.',
  'legal.privacy.stored': 'What is stored',
  'legal.privacy.stored.account':
    'Your name, email, role, picture and settings, for as long as you are a user. Your password is stored only as a hash.',
  'legal.privacy.stored.phone': 'Your phone number, once you have verified it with a code.',
  'legal.privacy.stored.activity': 'When and from which network address you signed in, and which changes you made.',
  'legal.privacy.phone': 'What your phone number is for',
  'legal.privacy.phone.code': 'For SMS with a code, when you ask for one to verify the number.',
  'legal.privacy.phone.alerts':
    'For SMS about alerts, while you have them switched on in your notification preferences.',
  'legal.privacy.phone.else': 'For nothing else: no advertising, and no calls.',
  'legal.privacy.access': 'Who can see it',
  'legal.privacy.access.people': 'People of your organisation who are allowed to see its users here.',
  'legal.privacy.access.sms':
    'The company that delivers SMS for your organisation gets your number and the text of each SMS.',
  'legal.privacy.access.mail':
    'The mail server of your organisation gets your email, the text of each mail, and the reports that are mailed to you.',
  'legal.privacy.choices': 'What you can do',
  'legal.privacy.choices.sms': 'Switch SMS off, or change your phone number, in Settings, Profile.',
  'legal.privacy.choices.ask':
    'Ask an administrator of your organisation for the data about you, for a correction, or to be removed.',

  'legal.terms.title': 'Terms of use',
  'legal.terms.lead': 'The rules between you and your organisation when you use this portal and its SMS.',
  'legal.terms.use': 'Using the portal',
  'legal.terms.use.units': 'Use it for the units of your organisation and for those that it lets you see.',
  'legal.terms.use.secret': 'Keep your password and your codes secret. The portal’s staff never ask for them.',
  'legal.terms.use.activity': 'Your changes are recorded with your name and the time.',
  'legal.terms.sms': 'SMS',
  'legal.terms.sms.number': 'Enter only a phone number that is yours, or that you are allowed to use.',
  'legal.terms.sms.when':
    'You get SMS with codes when you ask for them, and about alerts while you have them switched on. How many depends on your alerts.',
  'legal.terms.sms.cost': 'Your phone company may charge you for receiving them, especially abroad.',
  'legal.terms.sms.stop': 'You can stop them at any time in Settings, Profile.',
  'legal.terms.limits': 'What not to rely on',
  'legal.terms.limits.delivery':
    'SMS and mails can arrive late or not at all. Do not let the safety of people depend on a notification alone.',
  'legal.terms.limits.values':
    'Values are shown as units sent them. A silent or faulty unit sends nothing, or wrong values.',
} as const
