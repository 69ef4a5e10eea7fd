export const texts = {
  'account.sms-code': '{code} is your Fieldwatch code. It works for {minutes, number} minutes. Do not share it.',

  'account.invitation.subject': '{inviter} invites you to {entity} on Fieldwatch',
  'account.invitation.an-admin': 'An admin',
  'account.invitation.who':
    '{inviter} ({email}) invites you to the Fieldwatch portal of {entity}. It shows the organisation’s field units: where they are, what they measure, and their alerts.',
  'account.invitation.accept':
    'You sign in with this address, {email}. To accept the invitation, choose your password within seven days:',
  'account.invitation.expired':
    'If the link has expired, ask {inviter} for another one. If you don’t know this person, ignore this mail.',

  'account.reset.subject': 'Choose a new password for Fieldwatch',
  'account.reset.asked':
    'Someone, hopefully you, asked for a new password for your Fieldwatch account. Choose one within the next hour:',
  'account.reset.ignore': 'If it wasn’t you, ignore this mail. Your password stays the same.',

  'account.password-changed.subject': 'Your Fieldwatch password has changed',
  'account.password-changed.what':
    'The password of your Fieldwatch account has just been changed, and all other browsers were signed out.',
  'account.password-changed.act':
    'If it wasn’t you, choose a new password now (“Forgot password” on the sign-in page) and inform an admin of your entity.',

  'account.new-address.subject': 'Confirm your new Fieldwatch address',
  'account.new-address.asked':
    'Someone, hopefully you, wants to sign in to Fieldwatch with this address, {after}, instead of {before}. Confirm it within the next hour:',
  'account.new-address.ignore': 'If it wasn’t you, ignore this mail. Without the confirmation, nothing changes.',
  'account.old-address.subject': 'Your Fieldwatch address is about to change',
  'account.old-address.asked':
    'Someone who is signed in as you and knows your password wants to use {after} instead of {before} for Fieldwatch. The address changes when {after} is confirmed within the next hour.',
  'account.old-address.act':
    'If it wasn’t you, choose a new password now (“Forgot password” on the sign-in page). That signs you out everywhere and keeps your address. Then inform an admin of your entity.',
  'account.address-changed.subject': 'Your Fieldwatch address has changed',
  'account.address-changed.what': 'You now sign in to Fieldwatch with {after} instead of {before}.',
  'account.address-changed.act': 'If you did not agree to this, inform an admin of your entity.',

  'account.factor.when': 'It happened at {moment} UTC.',
  'account.factor.when-and-where': 'It happened at {moment} UTC, from the address {address}.',
  'account.factor.act': 'If it wasn’t you, choose a new password now and inform an admin of your entity:',
  'account.factor.app-added.subject': 'Your Fieldwatch account now has a second factor',
  'account.factor.app-added.what':
    'An authenticator app was set up for your Fieldwatch account. From now on, you need its code to sign in.',
  'account.factor.app-replaced.subject': 'Your Fieldwatch account has a new authenticator app',
  'account.factor.app-replaced.what':
    'A new authenticator app was set up for your Fieldwatch account. Codes of the previous one no longer work.',
  'account.factor.app-removed.subject': 'The authenticator app of your Fieldwatch account was removed',
  'account.factor.app-removed.what':
    'The authenticator app of your Fieldwatch account was removed. You no longer need its code to sign in.',
  'account.factor.passkey-added.subject': 'A passkey was added to your Fieldwatch account',
  'account.factor.passkey-added.what':
    'A passkey was added to your Fieldwatch account. Anyone who has it can sign in with it.',
  'account.factor.passkey-removed.subject': 'A passkey of your Fieldwatch account was removed',
  'account.factor.passkey-removed.what': 'A passkey of your Fieldwatch account was removed. It no longer works.',
  'account.factor.codes-made.subject': 'Your Fieldwatch account has new recovery codes',
  'account.factor.codes-made.what':
    'New recovery codes were created for your Fieldwatch account. The previous ones no longer work.',
  'account.factor.code-used.subject': 'A recovery code of your Fieldwatch account was used',
  'account.factor.code-used.what':
    'A recovery code of your Fieldwatch account was used. {left, plural, =0 {None is left: create new ones on your profile.} one {One is left: create new ones on your profile.} other {# are left.}}',
  'account.factor.reset.subject': 'The second factor of your Fieldwatch account was reset',
  'account.factor.reset.what':
    'An admin removed the second factor from your Fieldwatch account, and you were signed out everywhere. Sign in with your password and set up a new second factor: on your profile, or right away if your entity requires one.',
  'account.factor.locked.subject': 'Failed second-factor codes for your Fieldwatch account',
  'account.factor.locked.what':
    'Someone who knows the password of your Fieldwatch account entered ten wrong codes. Codes are not accepted for the next 15 minutes.',
} as const
