/** What a refusal of better-auth means here, in a sentence that says what to do. By its code. */
const sentences: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD:
    "The e-mail or the password is wrong. Check both, or ask the operator of this gateway for a link to choose a new password.",
  INVALID_EMAIL: "This is not an e-mail address. One looks like ada@example.com.",
  INVALID_PASSWORD: "The current password is wrong. Nothing was changed.",
  PASSWORD_TOO_SHORT: "A password has at least 10 characters. Choose a longer one.",
  PASSWORD_TOO_LONG: "A password has at most 128 characters. Choose a shorter one.",
  CREDENTIAL_ACCOUNT_NOT_FOUND: "This account has no password yet. Ask the operator of this gateway for a link to choose one.",
  VALIDATION_ERROR:
    "A field of this form is empty or has the wrong form: an e-mail looks like ada@example.com, a password has 10 to 128 characters.",
  USER_NOT_FOUND: "There is no such person. Read the list of members again.",
  MEMBER_NOT_FOUND: "This person is no member of the organisation any more. Read the list of members again.",
  NO_ACTIVE_ORGANIZATION: "You belong to no organisation. Ask an owner or admin for an invitation.",
  ORGANIZATION_NOT_FOUND: "You do not belong to this organisation. Choose another one.",
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: "You do not belong to this organisation. Choose another one.",
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION:
    "This person is a member of the organisation already. Change the role in the list of members.",
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: "This person is invited already. Withdraw the open invitation first, or copy its link.",
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER:
    "An organisation has at least one owner. Make another member an owner first. Nothing was changed.",
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER:
    "An organisation has at least one owner. Make another member an owner first. Nothing was changed.",
  INVITATION_NOT_FOUND: "This invitation was accepted, withdrawn or has expired. Ask an owner or admin for another.",
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: "This invitation is for another e-mail address. Sign out, and sign in with that address.",
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION:
    "The person who invited you has left the organisation. Ask an owner or admin for another invitation.",
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: "An organisation has at most 200 members. Remove one first.",
  INVITATION_LIMIT_REACHED: "An organisation has at most 100 open invitations. Withdraw one first.",
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: "Only an owner invites an owner. Choose another role.",
  ROLE_NOT_FOUND: "A role is owner, admin or member. Choose one of them.",
}

/** Codes of the routes in `links.ts`, whose sentences are written there. */
const ownCodes: ReadonlySet<string> = new Set(["LINK_INVALID", "LINK_INCOMPLETE", "INVITATION_INVALID", "ACCOUNT_EXISTS", "TOO_MANY_TRIES"])

const byStatus: Readonly<Record<number, string>> = {
  401: "Your session has ended. Sign in again.",
  403: "Your role in this organisation does not permit this. Ask an owner. Nothing was changed.",
}

/** A time to wait: up to two minutes in seconds, above that in whole minutes, rounded up. */
export const waitText = (seconds: number): string =>
  seconds <= 120 ? `${seconds} second${seconds === 1 ? "" : "s"}` : `${Math.ceil(seconds / 60)} minutes`

const tooManyRequests = (seconds: number) => `There were too many tries from this address. Try again in ${waitText(seconds)}.`

/** The body of a refusal with our sentence in place of the library's. Its code stays. `waitSeconds`: how long a 429 asks to wait. */
export const refusalBody = (status: number, text: string, waitSeconds: number): string => {
  let refusal: { readonly code?: unknown; readonly message?: unknown } = {}
  try {
    refusal = JSON.parse(text) as typeof refusal
  } catch {
    // A refusal without a body has the sentence of its status.
  }
  const code = typeof refusal.code === "string" ? refusal.code : `HTTP_${status}`
  const message = ownCodes.has(code)
    ? refusal.message
    : (sentences[code] ??
      (status === 429 ? tooManyRequests(waitSeconds) : byStatus[status]) ??
      "The gateway cannot do this now. Read the page again, and try once more.")
  return JSON.stringify({ code, message })
}
