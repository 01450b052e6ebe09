import { gap, unmistakableGap } from "../gap.ts"

export const gaps = [
  unmistakableGap(
    "No source knows whose a telephone number is. The sources state whether a number is possible, its country and its kind.",
    "whose number | +49 171 1234567 whose | whose is +49 171 1234567 | whose phone number | whose mobile | whose mobile number | whose telephone number | who owns number | who owns the mobile number | who owns the phone number | owner of the number | owner of phone number",
  ),
  gap(
    "No source knows whose a telephone number is, whether it is in use or where its telephone is now. The sources state whether a number is possible, its country and its kind.",
    "who rang | who phoned | who called from +49 171 1234567 | whose number | whose phone number | who owns number | who owns the mobile number | who owns the phone number | owner of the mobile | owner of the number | owner of phone number | owner of the phone | person behind | name of the caller | caller name | name behind | subscriber | who is behind | who does number belong | " +
      "belongs to whom | who is +49 171 1234567 | who owns +49 171 1234567 | reverse lookup | number in use | number in service | still in service | number still active | phone switched on | number disconnected | number reachable | " +
      "where is the phone | phone located now | track the phone | locate the phone | spam | scam | scammer | fraud | robocall | address of the caller | address of the subscriber | whatsapp",
  ),
  unmistakableGap(
    "No source knows on which network a telephone number is now, or whether it was taken along from another one. The sources state the network that the prefix of a mobile number was given to.",
    "current network | current operator | current carrier | network currently | operator currently | carrier currently | was ported | been ported | +49 171 1234567 ported | ported away | ported number | number ported",
  ),
  gap(
    "No source has the telephone numbers of persons, companies or offices. The sources state what is known of a number.",
    "phone number for Oslo | phone number of Oslo | telephone number for Oslo | telephone number of Oslo | phone number of the office | phone number for the office | phone number of the hotel | phone number of the company | phone number of the embassy | phone number for the embassy | directory enquiries",
  ),
  gap(
    "No source has the prices of calls or messages, or who pays for them. The sources state the kind of a number, such as free of charge or premium rate.",
    "cost of a call | call cost | cost to call | cost per minute | price per minute | call price | roaming | roaming cost | roaming charges | sms cost | cost of an sms | caller pay | charged for the call",
  ),
  unmistakableGap(
    "No source has the rate at which a call to a number is charged. The sources state the kind of a number, such as free of charge or premium rate.",
    "+44 845 464 6000 a standard rate number | standard rate number +44 845 464 6000 | +44 845 464 6000 standard rate | local rate number | national rate number | basic rate number | reduced rate number",
  ),
]
