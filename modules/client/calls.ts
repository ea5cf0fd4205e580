// Made from the OpenAPI document by types.test.ts, which makes it anew with -u; not to be changed by hand.
/** Why a call was refused. */
export type ErrorCode =
  | 'already-billed'
  | 'conflict'
  | 'forbidden'
  | 'idempotency-mismatch'
  | 'invalid'
  | 'key-invalid'
  | 'key-not-these-words'
  | 'key-reads-only'
  | 'misdirected'
  | 'not-active'
  | 'not-allowed'
  | 'not-editable'
  | 'not-enough-credit'
  | 'not-found'
  | 'nothing-to-print'
  | 'other-network'
  | 'payment-under-way'
  | 'possible-duplicate'
  | 'second-factor-required'
  | 'slow-down'
  | 'stale'
  | 'too-large'
  | 'unauthenticated'
  | 'unavailable'
  | 'unexpected'
  | 'unfolded'
  | 'wrong-type'

export type Bill = {
  id: string
  code: string
  status: 'Draft' | 'Archived' | 'Paid' | 'PendingConfirmation' | 'Failed' | 'Overdue' | 'Partial' | 'Unpaid'
  amount: number
  balance: number
  createdAt: string
  dueDate: string
  daysLeft: number
  replaced: boolean
  debit: 'underway' | 'failed' | null
  period: string
  network: {
    name: string
  }
  program: {
    id: string
    name: string
    description: string | null
    type: 'Uniform' | 'Custom'
    status: 'Draft' | 'Active' | 'Completed' | 'Archived'
  }
  individualMember: {
    id: string
    firstName: string
    lastName: string
  } | null
  congregation: {
    id: string
    name: string
  } | null
  paymentProfile: {
    id: string
    name: string
  } | null
}

export type HistoryRow = {
  position: number
  revision: number
  type: string
  at: string
  actor: {
    kind: 'user' | 'key' | 'guest' | 'system'
    name: string
  }
  summary: string
  reason: string | null
  cause: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export type JournalRow = {
  position: number
  revision: number
  type: string
  at: string
  actor: {
    kind: 'user' | 'key' | 'guest' | 'system'
    name: string
  }
  summary: string
  reason: string | null
  cause: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  stream: string
  about: {
    name: string
    stream: string
  } | null
}

export type Member = {
  id: string
  kind: 'individual' | 'congregation'
  firstName: string | null
  lastName: string | null
  name: string
  email: string | null
  phone: string | null
  dob: string | null
  gender: string | null
  memberSince: string | null
  congregation: {
    id: string
    name: string
  } | null
  balance: number
}

export type MemberLedger = {
  id: string
  kind: 'individual' | 'congregation'
  firstName: string | null
  lastName: string | null
  name: string
  email: string | null
  phone: string | null
  dob: string | null
  gender: string | null
  memberSince: string | null
  congregation: {
    id: string
    name: string
  } | null
  balance: number
  contactName: string | null
  bills: Bill[]
  payments: Payment[]
  leftPrograms: {
    id: string
    name: string
    since: string
  }[]
}

export type Network = {
  id: string
  name: string
  slug: string
  description: string | null
  timeZone: string
  embedOrigins: string[]
  reminderDays: number[]
  senderName: string | null
  language: 'en' | 'es'
  trackMail: boolean
  secondFactor: boolean
  mailSeals: boolean
  contactName: string | null
  contactEmail: string | null
  contactPhone: string | null
  postalAddress: string | null
  role: 'Admin' | 'Member' | 'Auditor'
}

export type Pagination = {
  page: number
  pageSize: number
  totalPages: number
  totalItems: number
}

export type Payment = {
  id: string
  billId: string
  createdAt: string
  amount: number
  refunded: number
  disputed: number
  net: number
  unapplied: number
  description: string | null
  method: 'credit' | 'ach' | 'wire' | 'zelle' | 'paypal' | 'venmo' | 'cashapp' | 'check' | 'cash' | 'other' | null
  reference: string | null
  receiptNumber: string
  status: 'Completed' | 'PartiallyRefunded' | 'Refunded' | 'Reversed'
  assessment: {
    id: string
    individualMember: {
      id: string
      firstName: string
      lastName: string
    } | null
    congregation: {
      id: string
      name: string
    } | null
    program: {
      id: string
      name: string
    }
  }
}

export type PaymentProfile = {
  id: string
  name: string
  methods: {
    Credit: {
      isEnabled: boolean
    }
    ACH: {
      isEnabled: boolean
      bankName: string | null
      accountName: string | null
      recipientName: string | null
      routingNumber: string | null
      accountNumber: string | null
    }
    Wire: {
      isEnabled: boolean
      bankName: string | null
      accountName: string | null
      recipientName: string | null
      routingNumber: string | null
      accountNumber: string | null
    }
    Zelle: {
      isEnabled: boolean
      zelleContact: string | null
    }
    PayPal: {
      isEnabled: boolean
      paypalUsername: string | null
    }
    Venmo: {
      isEnabled: boolean
      venmoHandle: string | null
    }
    CashApp: {
      isEnabled: boolean
      cashappHandle: string | null
      cashTag: string | null
    }
    Check: {
      isEnabled: boolean
      payableTo: string | null
      mailingAddress: string | null
    }
  }
  chargesEnabled: boolean
  stripeAccountId: string | null
  stripeDashboardUrl: string | null
  stripeWants: string[]
}

export type Payout = {
  id: string
  arrivalDate: string
  amount: number
  count: number
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled'
}

export type Program = {
  id: string
  name: string
  description: string | null
  frequency: 'Yearly' | 'Biannual' | 'Quarterly' | 'Monthly' | 'OneTime'
  type: 'Uniform' | 'Custom'
  amount: number
  dueDate: string
  status: 'Draft' | 'Active' | 'Completed' | 'Archived'
  campaignStatus: 'Draft' | 'Scheduled' | 'Active' | 'Paused' | 'Completed' | 'Failed'
  launchAt: string | null
  paymentProfileId: string | null
  paymentProfile: {
    id: string
    name: string
  } | null
  network: {
    id: string
    name: string
  }
}

export type PublicBill = {
  id: string
  code: string
  status: 'Draft' | 'Archived' | 'Paid' | 'PendingConfirmation' | 'Failed' | 'Overdue' | 'Partial' | 'Unpaid'
  amount: number
  balance: number
  createdAt: string
  dueDate: string
  daysLeft: number
  period: string
  network: {
    name: string
  }
  program: {
    id: string
    name: string
    description: string | null
    type: 'Uniform' | 'Custom'
    status: 'Draft' | 'Active' | 'Completed' | 'Archived'
  }
  individualMember: {
    firstName: string
    lastName: string
  } | null
  congregation: {
    name: string
  } | null
  payerName: string
  networkLabel?: string | undefined
  contact?: {
    name: string | null
    email: string | null
    phone: string | null
    address: string | null
  } | undefined
  verified: true
  isClaimed: boolean
  claimed?: {
    method: 'ach' | 'wire' | 'zelle' | 'paypal' | 'venmo' | 'cashapp' | 'check'
    on: string
  } | undefined
  payments: {
    id: string
    receiptNumber: string
    receivedOn: string
    amount: number
    refunded: number
    kept: number
    method: 'credit' | 'ach' | 'wire' | 'zelle' | 'paypal' | 'venmo' | 'cashapp' | 'check' | 'cash' | 'other' | null
    reference: string | null
    language?: 'en' | 'es' | undefined
    status: 'Completed' | 'PartiallyRefunded' | 'Refunded' | 'Reversed'
  }[]
  credited: number
  receiptTo?: string | undefined
  returned?: {
    on: string
    reason: 'insufficient-funds' | 'account-closed' | 'no-account' | 'not-authorized' | 'blocked' | 'unknown'
    told: {
      en: {
        why: string
        todo: string
      }
      es: {
        why: string
        todo: string
      }
    }
  } | undefined
  paymentProfile: {
    id: string
    name: string
    chargesEnabled: boolean
    methods: {
      credit?: {
      
      } | undefined
      ach?: {
        bankName?: string | null | undefined
        accountName?: string | null | undefined
        recipientName?: string | null | undefined
        routingNumber?: string | null | undefined
        accountNumber?: string | null | undefined
        kind: 'debit' | 'transfer'
      } | undefined
      wire?: {
        bankName: string | null
        accountName: string | null
        recipientName: string | null
        routingNumber: string | null
        accountNumber: string | null
      } | undefined
      zelle?: {
        zelleContact: string | null
      } | undefined
      paypal?: {
        paypalUsername: string | null
      } | undefined
      venmo?: {
        venmoHandle: string | null
      } | undefined
      cashapp?: {
        cashappHandle: string | null
        cashTag: string | null
      } | undefined
      check?: {
        payableTo: string | null
        mailingAddress: string | null
      } | undefined
    }
  } | null
}

export type SettledPayment = {
  id: string
  billId: string
  createdAt: string
  amount: number
  refunded: number
  disputed: number
  net: number
  unapplied: number
  description: string | null
  method: 'credit' | 'ach' | 'wire' | 'zelle' | 'paypal' | 'venmo' | 'cashapp' | 'check' | 'cash' | 'other' | null
  reference: string | null
  receiptNumber: string
  status: 'Completed' | 'PartiallyRefunded' | 'Refunded' | 'Reversed'
  assessment: {
    id: string
    individualMember: {
      id: string
      firstName: string
      lastName: string
    } | null
    congregation: {
      id: string
      name: string
    } | null
    program: {
      id: string
      name: string
    }
  }
  settlement: {
    fee: number | null
    net: number | null
    payoutId: string | null
    refundable: number
    disputed: boolean
  } | null
}

export type UploadResult = {
  success: boolean
  membersUploaded: number
  billGeneration: {
    created: number
    duplicates: number
    skipped: number
  } | null
  billsGenerated: number
  billGenerationError: string | null
  errors: {
    name: string
    error: string
    row: number
  }[]
  warnings: string[]
  rejected?: {
    header: string[]
    rows: string[][]
  } | undefined
  actions?: Record<'new' | 'changed' | 'same' | 'duplicate' | 'ambiguous' | 'rejected', number> | undefined
  rows?: {
    row: number
    action: 'new' | 'changed' | 'same' | 'duplicate' | 'ambiguous' | 'rejected'
    name: string
    note: string
  }[] | undefined
}

export type WholeBill = {
  id: string
  code: string
  status: 'Draft' | 'Archived' | 'Paid' | 'PendingConfirmation' | 'Failed' | 'Overdue' | 'Partial' | 'Unpaid'
  amount: number
  balance: number
  createdAt: string
  dueDate: string
  daysLeft: number
  replaced: boolean
  debit: 'underway' | 'failed' | null
  period: string
  network: {
    name: string
  }
  program: {
    id: string
    name: string
    description: string | null
    type: 'Uniform' | 'Custom'
    status: 'Draft' | 'Active' | 'Completed' | 'Archived'
  }
  individualMember: {
    id: string
    firstName: string
    lastName: string
  } | null
  congregation: {
    id: string
    name: string
  } | null
  paymentProfile: {
    id: string
    name: string
    chargesEnabled?: boolean | undefined
    methods?: {
      credit?: {
      
      } | undefined
      ach?: {
        bankName?: string | null | undefined
        accountName?: string | null | undefined
        recipientName?: string | null | undefined
        routingNumber?: string | null | undefined
        accountNumber?: string | null | undefined
        kind: 'debit' | 'transfer'
      } | undefined
      wire?: {
        bankName: string | null
        accountName: string | null
        recipientName: string | null
        routingNumber: string | null
        accountNumber: string | null
      } | undefined
      zelle?: {
        zelleContact: string | null
      } | undefined
      paypal?: {
        paypalUsername: string | null
      } | undefined
      venmo?: {
        venmoHandle: string | null
      } | undefined
      cashapp?: {
        cashappHandle: string | null
        cashTag: string | null
      } | undefined
      check?: {
        payableTo: string | null
        mailingAddress: string | null
      } | undefined
    } | undefined
  } | null
  payerName?: string | undefined
  verified?: true | undefined
  isClaimed?: boolean | undefined
  claimed?: {
    method: 'ach' | 'wire' | 'zelle' | 'paypal' | 'venmo' | 'cashapp' | 'check'
    on: string
  } | undefined
  payments?: {
    id: string
    receiptNumber: string
    receivedOn: string
    amount: number
    refunded: number
    kept: number
    method: 'credit' | 'ach' | 'wire' | 'zelle' | 'paypal' | 'venmo' | 'cashapp' | 'check' | 'cash' | 'other' | null
    reference: string | null
    language?: 'en' | 'es' | undefined
    status: 'Completed' | 'PartiallyRefunded' | 'Refunded' | 'Reversed'
  }[] | undefined
  credited?: number | undefined
  returned?: {
    on: string
    reason: 'insufficient-funds' | 'account-closed' | 'no-account' | 'not-authorized' | 'blocked' | 'unknown'
    told: {
      en: {
        why: string
        todo: string
      }
      es: {
        why: string
        todo: string
      }
    }
  } | undefined
}

/** What each call takes and answers with, by its method and path. */
export type Calls = {
  get: {
    /** One's own networks. Takes any key. */
    '/networks': {
      answer: {
        data: Network[]
      }
    }
    /** A network. Takes any key. */
    '/networks/{id}': {
      path: {
        id: string
      }
      answer: Network
    }
    /** The payment profiles of the current network, account numbers masked. Takes any key. */
    '/payment-profiles': {
      answer: {
        data: PaymentProfile[]
      }
    }
    /** A payment profile, account numbers masked. Takes any key. */
    '/payment-profiles/{id}': {
      path: {
        id: string
      }
      answer: PaymentProfile
    }
    /** Everything that happened to a payment profile, oldest first. Takes any key. */
    '/payment-profiles/{id}/history': {
      path: {
        id: string
      }
      answer: {
        data: HistoryRow[]
      }
    }
    /** A program. Takes any key. */
    '/assessments/{id}': {
      path: {
        id: string
      }
      query?: {
        asOf?: string | undefined
      }
      answer: Program
    }
    /** Everything that happened to a program, oldest first. Takes any key. */
    '/assessments/{id}/history': {
      path: {
        id: string
      }
      answer: {
        data: HistoryRow[]
      }
    }
    /** Everything that happened to a program, oldest first. Takes any key. */
    '/assessment-programs/{id}/history': {
      path: {
        id: string
      }
      answer: {
        data: HistoryRow[]
      }
    }
    /** The members and congregations of the current network. Takes any key. */
    '/members': {
      query?: {
        page?: number | undefined
        pageSize?: number | undefined
        search?: string | undefined
        kind?: 'individual' | 'congregation' | undefined
        assessmentProgramId?: string | undefined
        orderBy?: 'name' | 'balance' | undefined
        order?: 'asc' | 'desc' | undefined
        asOf?: string | undefined
      }
      answer: {
        data: Member[]
        pagination: Pagination
      }
    }
    /** A payor with all bills and payments, newest first. Takes any key. */
    '/members/{id}': {
      path: {
        id: string
      }
      query?: {
        asOf?: string | undefined
      }
      answer: MemberLedger
    }
    /** Everything that happened to a payor, oldest first. Takes any key. */
    '/members/{id}/history': {
      path: {
        id: string
      }
      answer: {
        data: HistoryRow[]
      }
    }
    /** Everything that happened to a bill, oldest first. Takes any key. */
    '/assessment-bills/{id}/history': {
      path: {
        id: string
      }
      answer: {
        data: HistoryRow[]
      }
    }
    /** The credit of other bills that settles some of this one, oldest first. Takes any key. */
    '/assessment-bills/{id}/credits': {
      path: {
        id: string
      }
      answer: {
        data: {
          creditId: string
          paymentId: string
          fromBillId: string
          amount: number
        }[]
      }
    }
    /** How the last comparison of each Stripe account of the current network with the recorded payments went. Takes any key. */
    '/reconciliations': {
      answer: {
        data: {
          profile: {
            id: string
            name: string
          }
          at: string | null
          compared: number
          settled: number
          differences: {
            intentId: string
            what: 'missing' | 'amount' | 'fee' | 'refunded'
            stripe: number
            recorded: number | null
          }[]
        }[]
      }
    }
    /** Payors to whose address no mails go, since it does not exist or its owner complained. Takes any key. */
    '/failing-addresses': {
      query?: {
        memberId?: string | undefined
        assessmentProgramId?: string | undefined
      }
      answer: {
        data: {
          payor: {
            id: string
            name: string
            email: string
          }
          reason: 'unknown' | 'complaint'
          since: string
        }[]
      }
    }
    /** Everything that happened to a program's campaign, oldest first. Takes any key. */
    '/assessment-programs/{id}/campaign/history': {
      path: {
        id: string
      }
      answer: {
        data: HistoryRow[]
      }
    }
    /** Sites that asked for a network's pay pages in a frame and are not on its list, the latest first; at most 20. Takes any key. */
    '/networks/{id}/refused-sites': {
      path: {
        id: string
      }
      answer: {
        data: {
          origin: string
          lastAt: string
        }[]
      }
    }
    /** The key that signs the network's audit packs, as verifiers are told it, and those that did before it, the newest first. Takes any key. */
    '/audit/public-key': {
      answer: {
        data: {
          key: string
          algorithm: 'Ed25519'
          keys: {
            key: string
            since: string | null
          }[]
        }
      }
    }
    /** The daily seals of the current network's record, newest first. Takes any key. */
    '/audit/heads': {
      query?: {
        page?: number | undefined
        pageSize?: number | undefined
      }
      answer: {
        data: {
          day: string
          size: number
          note: string
        }[]
        pagination: Pagination
      }
    }
    /** A proof that a payment is in the current network's books, which verifiers of packs check. Takes any key. */
    '/audit/proof': {
      query: {
        paymentId: string
      }
      answer: {
        format: 'vestry-payment-proof/1'
        network: string
        key: string
        line: string
        index: number
        proof: string[]
        checkpoint: string
      }
    }
    /** The programs of the current network, newest first. Takes any key. */
    '/assessments': {
      query?: {
        page?: number | undefined
        pageSize?: number | undefined
        search?: string | undefined
        status?: 'Draft' | 'Active' | 'Completed' | 'Archived' | undefined
        asOf?: string | undefined
      }
      answer: {
        data: Program[]
        pagination: Pagination
      }
    }
    /** The programs of the current network, newest first. Takes any key. */
    '/assessment-programs': {
      query?: {
        page?: number | undefined
        pageSize?: number | undefined
        search?: string | undefined
        status?: 'Draft' | 'Active' | 'Completed' | 'Archived' | undefined
        asOf?: string | undefined
      }
      answer: {
        data: Program[]
        pagination: Pagination
      }
    }
    /** A program. Takes any key. */
    '/assessment-programs/{id}': {
      path: {
        id: string
      }
      query?: {
        asOf?: string | undefined
      }
      answer: Program
    }
    /** The figures of a program. Takes any key. */
    '/assessment-programs/{id}/count': {
      path: {
        id: string
      }
      query?: {
        asOf?: string | undefined
      }
      answer: {
        count: number
        totalOwed: number
        totalPaid: number
        totalOverdue: number
      }
    }
    /** What the campaign needs before it can be launched. Takes any key. */
    '/assessment-programs/{id}/campaign/readiness': {
      path: {
        id: string
      }
      answer: {
        data: {
          paymentProfileSetup: {
            status: 'ready' | 'pending'
          }
          paymentProfileAttach: {
            status: 'ready' | 'pending'
          }
          memberUpload: {
            status: 'ready' | 'pending'
          }
        }
      }
    }
    /** The bills of the current network. Takes any key. */
    '/assessment-bills': {
      query?: {
        page?: number | undefined
        pageSize?: number | undefined
        assessmentProgramId?: string | undefined
        status?: 'Draft' | 'Archived' | 'Paid' | 'PendingConfirmation' | 'Failed' | 'Overdue' | 'Partial' | 'Unpaid' | undefined
        search?: string | undefined
        orderBy?: 'createdAt' | 'dueDate' | 'amount' | 'balance' | 'payor' | 'program' | 'status' | undefined
        order?: 'asc' | 'desc' | undefined
        asOf?: string | undefined
      }
      answer: {
        data: Bill[]
        pagination: Pagination
      }
    }
    /** How many bills of the current network, or of a program, have each status. Takes any key. */
    '/bill-counts': {
      query?: {
        assessmentProgramId?: string | undefined
        asOf?: string | undefined
      }
      answer: {
        data: Partial<Record<'Draft' | 'Archived' | 'Paid' | 'PendingConfirmation' | 'Failed' | 'Overdue' | 'Partial' | 'Unpaid', number>>
      }
    }
    /** A bill, for whoever holds its link; whole for those who keep its books. Takes any key. */
    '/assessment-bills/{id}': {
      path: {
        id: string
      }
      query?: {
        asOf?: string | undefined
      }
      answer: {
        data: WholeBill | PublicBill | {
          id: string
          status: 'Archived'
        }
      }
    }
    /** The payments that payors say they sent and nobody has confirmed, the longest waiting first. Takes any key. */
    '/claims': {
      query?: {
        page?: number | undefined
        pageSize?: number | undefined
      }
      answer: {
        data: {
          bill: Bill
          method: 'ach' | 'wire' | 'zelle' | 'paypal' | 'venmo' | 'cashapp' | 'check'
          claimedAt: string
          daysWaiting: number
        }[]
        pagination: Pagination
      }
    }
    /** The payments of the current network. Takes any key. */
    '/payments': {
      query?: {
        page?: number | undefined
        pageSize?: number | undefined
        assessmentProgramId?: string | undefined
        search?: string | undefined
        orderBy?: 'createdAt' | 'amount' | 'payor' | 'program' | undefined
        order?: 'asc' | 'desc' | undefined
        asOf?: string | undefined
      }
      answer: {
        data: Payment[]
        pagination: Pagination
      }
    }
    /** The payments that came in for a bill, newest first. Takes any key. */
    '/assessment-bills/{id}/payments': {
      path: {
        id: string
      }
      query?: {
        asOf?: string | undefined
      }
      answer: {
        data: SettledPayment[]
      }
    }
    /** Payments with unapplied credit, oldest first. Takes any key. */
    '/credits': {
      query?: {
        page?: number | undefined
        pageSize?: number | undefined
        payorId?: string | undefined
        asOf?: string | undefined
      }
      answer: {
        data: {
          paymentId: string
          billId: string
          createdAt: string
          amount: number
          method: 'credit' | 'ach' | 'wire' | 'zelle' | 'paypal' | 'venmo' | 'cashapp' | 'check' | 'cash' | 'other' | null
          payor: {
            id: string
            name: string
          }
          program: {
            id: string
            name: string
          }
        }[]
        pagination: Pagination
      }
    }
    /** What Stripe has sent to the current network's bank, the latest first. Takes any key. */
    '/payouts': {
      query?: {
        page?: number | undefined
        pageSize?: number | undefined
      }
      answer: {
        data: Payout[]
        pagination: Pagination
      }
    }
    /** A payout with everything in it. Takes any key. */
    '/payouts/{id}': {
      path: {
        id: string
      }
      answer: {
        data: {
          id: string
          arrivalDate: string
          amount: number
          count: number
          status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled'
          payments: {
            payment: Payment | null
            kind: 'payment' | 'refund' | 'dispute' | 'other'
            gross: number
            fee: number
            net: number
          }[]
        }
      }
    }
    /** What Stripe has told of the current network's accounts, the latest first. Takes any key. */
    '/stripe/events': {
      query?: {
        page?: number | undefined
        pageSize?: number | undefined
        failed?: string | undefined
      }
      answer: {
        data: {
          id: string
          type: string
          subject: string
          receivedAt: string
          doneAt: string | null
          failure: string | null
        }[]
        pagination: Pagination
      }
    }
    /** How far the latest run of a campaign is. Takes any key. */
    '/assessment-programs/{id}/campaign/stats': {
      path: {
        id: string
      }
      answer: {
        data: {
          status: 'Pending' | 'InProgress' | 'Completed' | 'Failed'
          processedCount: number
          totalCount: number
          startedAt: string | null
          completedAt: string | null
          errorMessage: string | null
          withoutEmailCount: number
        }
      }
    }
    /** The runs of a program's campaign, latest first. Takes any key. */
    '/assessment-programs/{id}/runs': {
      path: {
        id: string
      }
      answer: {
        data: {
          status: 'Pending' | 'InProgress' | 'Completed' | 'Failed'
          processedCount: number
          totalCount: number
          startedAt: string | null
          completedAt: string | null
          errorMessage: string | null
          withoutEmailCount: number
          id: string
          reason: 'launch' | 'resume' | 'late-upload' | 'period'
        }[]
      }
    }
    /** The mails to payors of the current network, newest first, and what became of each. Takes any key. */
    '/messages': {
      query?: {
        page?: number | undefined
        pageSize?: number | undefined
        assessmentProgramId?: string | undefined
        billId?: string | undefined
        status?: 'Pending' | 'Sent' | 'Failed' | 'Opened' | 'Clicked' | 'Bounced' | undefined
      }
      answer: {
        data: {
          id: string
          purpose: 'bill' | 'reminder' | 'receipt' | 'guest-receipt' | 'claim-received' | 'claim-not-received' | 'debit-returned' | 'refund' | 'reversal' | 'amount-changed' | 'waived' | 'credit'
          status: 'Pending' | 'Sent' | 'Failed' | 'Opened' | 'Clicked' | 'Bounced'
          payor: {
            id: string
            name: string
            email: string | null
          }
          bills: string[]
          error: string | null
          createdAt: string
          sentAt: string | null
        }[]
        pagination: Pagination
      }
    }
    /** Open bills of a program whose payor has no e-mail address or one that fails, by name. Takes any key. */
    '/assessment-programs/{id}/without-email': {
      path: {
        id: string
      }
      query?: {
        page?: number | undefined
        pageSize?: number | undefined
      }
      answer: {
        data: {
          billId: string
          payor: {
            id: string
            name: string
            phone: string | null
          }
          balance: number
          dueDate: string
          failing?: {
            reason: 'unknown' | 'complaint'
            since: string
          } | undefined
        }[]
        pagination: Pagination
      }
    }
    /** The same bills, or all open ones, as they are printed, each with its pay link as a QR code. Takes any key. */
    '/assessment-programs/{id}/print-bills': {
      path: {
        id: string
      }
      query?: {
        page?: number | undefined
        pageSize?: number | undefined
        open?: 'all' | 'without-email' | undefined
      }
      answer: {
        data: {
          billId: string
          code: string
          payorName: string
          networkName: string
          programName: string
          programDescription: string | null
          balance: number
          dueDate: string
          payUrl: string
          qrCode: string
          failing?: {
            reason: 'unknown' | 'complaint'
            since: string
          } | undefined
          sheet: {
            language: 'en' | 'es'
            title: string
            code: string | null
            network: string | null
            address: string[]
            contact: string[]
            payor: string[]
            facts: {
              label: string
              value: string
            }[]
            items: {
              label: string
              detail: string | null
              amount: string
            }[]
            open: {
              label: string
              value: string
            } | null
            stamp: string | null
            note: string | null
            pay: {
              heading: string
              memo: {
                label: string
                value: string
              }
              methods: {
                name: string
                steps: string
                details: {
                  label: string
                  value: string
                }[]
              }[]
            } | null
            online: {
              text: string
              url: string
              picture: string
            } | null
            slip: {
              cut: string
              to: {
                label: string
                lines: string[]
              }
              rows: {
                label: string
                value: string
              }[]
              enclosed: string
            } | null
            unprintable: string
          }
        }[]
        pagination: Pagination
        language: 'en' | 'es'
      }
    }
    /** A bill as it is printed, in words and figures, for whoever holds its link; of an archived one all for those who keep its books. Takes any key. */
    '/assessment-bills/{id}/sheet': {
      path: {
        id: string
      }
      answer: {
        data: {
          language: 'en' | 'es'
          title: string
          code: string | null
          network: string | null
          address: string[]
          contact: string[]
          payor: string[]
          facts: {
            label: string
            value: string
          }[]
          items: {
            label: string
            detail: string | null
            amount: string
          }[]
          open: {
            label: string
            value: string
          } | null
          stamp: string | null
          note: string | null
          pay: {
            heading: string
            memo: {
              label: string
              value: string
            }
            methods: {
              name: string
              steps: string
              details: {
                label: string
                value: string
              }[]
            }[]
          } | null
          online: {
            text: string
            url: string
            picture: string
          } | null
          slip: {
            cut: string
            to: {
              label: string
              lines: string[]
            }
            rows: {
              label: string
              value: string
            }[]
            enclosed: string
          } | null
          unprintable: string
        }
      }
    }
    /** The current network's figures. Takes any key. */
    '/dashboard/summary': {
      query?: {
        asOf?: string | undefined
      }
      answer: {
        totalAssessed: number
        totalCollected: number
        totalOutstanding: number
        membersPastDue: number
        unappliedCredit: number
      }
    }
    /** The latest ten payments. Takes any key. */
    '/dashboard/recent-payments': {
      query?: {
        asOf?: string | undefined
      }
      answer: {
        data: Payment[]
      }
    }
    /** Twelve months of payments. Takes any key. */
    '/reports/payments': {
      query?: {
        asOf?: string | undefined
      }
      answer: {
        labels: string[]
        datasets: {
          label: string
          data: number[]
        }[]
      }
    }
    /** Open money by days past due. Takes any key. */
    '/reports/aging': {
      query?: {
        assessmentProgramId?: string | undefined
        asOf?: string | undefined
      }
      answer: {
        data: {
          current: number
          days1to30: number
          days31to60: number
          days61to90: number
          over90: number
          total: number
        }
      }
    }
    /** Everything that happened in the current network, newest first. Takes any key. */
    '/audit/events': {
      query?: {
        page?: number | undefined
        pageSize?: number | undefined
        actor?: string | undefined
        type?: string | undefined
        stream?: string | undefined
        from?: string | undefined
        to?: string | undefined
      }
      answer: {
        data: JournalRow[]
        pagination: Pagination
      }
    }
    /** What differs in the current network between two moments. Takes any key. */
    '/audit/diff': {
      query: {
        page?: number | undefined
        pageSize?: number | undefined
        from: string
        to: string
      }
      answer: {
        data: {
          summary: {
            before: {
              totalAssessed: number
              totalCollected: number
              totalOutstanding: number
              membersPastDue: number
              unappliedCredit: number
            }
            after: {
              totalAssessed: number
              totalCollected: number
              totalOutstanding: number
              membersPastDue: number
              unappliedCredit: number
            }
          }
          bills: {
            bill: Bill
            before: {
              status: 'Draft' | 'Archived' | 'Paid' | 'PendingConfirmation' | 'Failed' | 'Overdue' | 'Partial' | 'Unpaid'
              amount: number
              balance: number
              collected: number
            } | null
            after: {
              status: 'Draft' | 'Archived' | 'Paid' | 'PendingConfirmation' | 'Failed' | 'Overdue' | 'Partial' | 'Unpaid'
              amount: number
              balance: number
              collected: number
            } | null
          }[]
          payments: Payment[]
        }
        pagination: Pagination
      }
    }
    /** What stands still because an event cannot be read, and what was set aside. Takes any key. */
    '/audit/unfolded': {
      answer: {
        data: {
          shown: {
            projection: string
            asOf: string
            own: boolean
          }[]
          standing: {
            eventId: string
            type: string
            stream: string
            about: {
              name: string
              stream: string
            } | null
            projections: string[]
            at: string
            summary: string
            problem: string
            since: string
            triedAt: string
          }[]
          setAside: {
            eventId: string
            type: string
            stream: string
            about: {
              name: string
              stream: string
            } | null
            projections: string[]
            at: string
            actor: {
              kind: 'user' | 'key' | 'guest' | 'system'
              name: string
            }
            reason: string | null
          }[]
        }
      }
    }
    /** Payors, bills, programs and payments of the current network that a text may mean, best first, at most twenty. Takes any key. */
    '/find': {
      query?: {
        q?: string | undefined
      }
      answer: {
        data: {
          kind: 'bill' | 'payor' | 'program' | 'payment'
          id: string
          title: string
          subtitle: string
          url: string
        }[]
      }
    }
  }
  post: {
    /** Create a program. Takes a key that may change. */
    '/networks/{id}/assessments': {
      path: {
        id: string
      }
      body: {
        name: string
        description?: string | null | undefined
        frequency: 'Yearly' | 'Biannual' | 'Quarterly' | 'Monthly' | 'OneTime'
        type: 'Uniform' | 'Custom'
        amount: number
        dueDate: string
      }
      idempotencyKey?: string | undefined
      answer: Program
    }
    /** Add one member or congregation; 409 with `matches` where somebody like them is there, unless confirmed. Takes a key that may change. */
    '/members': {
      body: {
        firstName?: string | null | undefined
        lastName?: string | null | undefined
        name?: string | null | undefined
        email?: '' | string | null | undefined
        phone?: string | null | undefined
        dob?: '' | string | null | undefined
        gender?: string | null | undefined
        memberSince?: '' | string | null | undefined
        contactName?: string | null | undefined
        congregationId?: '' | string | null | undefined
        kind: 'individual' | 'congregation'
        confirm?: boolean | null | undefined
      }
      idempotencyKey?: string | undefined
      answer: Member
    }
    /** Raise (above 0) or lower (below 0) what is owed. Takes a key that may change. */
    '/assessment-bills/{id}/adjustments': {
      path: {
        id: string
      }
      body: {
        reason: string
        amount: number
      }
      idempotencyKey?: string | undefined
      ifMatch?: string | undefined
      answer: {
        data: Bill
      }
    }
    /** Bill one payor, who is billed with all others from then on. Takes a key that may change. */
    '/assessment-programs/{id}/bills': {
      path: {
        id: string
      }
      body: {
        memberId: string
        amount?: number | null | undefined
      }
      idempotencyKey?: string | undefined
      answer: {
        data: Bill | null
        billGenerationError: string | null
      }
    }
    /** Record money that has come; what exceeds the balance becomes unapplied credit. Takes a key that may change. */
    '/assessment-bills/{id}/receipts': {
      path: {
        id: string
      }
      body: {
        amount: number
        method: 'credit' | 'ach' | 'wire' | 'zelle' | 'paypal' | 'venmo' | 'cashapp' | 'check' | 'cash' | 'other'
        reference?: string | null | undefined
        receivedOn?: string | null | undefined
      }
      idempotencyKey?: string | undefined
      ifMatch?: string | undefined
      answer: {
        data: Bill
      }
    }
    /** Take back a payment that was recorded by hand, or credit that was applied here. Takes a key that may change. */
    '/assessment-bills/{id}/reversals': {
      path: {
        id: string
      }
      body: {
        reason: string
        paymentId: string
      }
      idempotencyKey?: string | undefined
      ifMatch?: string | undefined
      answer: {
        data: Bill
      }
    }
    /** Apply a payor's unapplied credit to another of their bills. Takes a key that may change. */
    '/assessment-bills/{id}/credits': {
      path: {
        id: string
      }
      body: {
        reason: string
        paymentId: string
        amount?: number | null | undefined
      }
      idempotencyKey?: string | undefined
      answer: {
        data: Bill
      }
    }
    /** Give Unpaid bills the program's amount; dryRun says what would change. Takes a key that may change. */
    '/assessment-programs/{id}/reprice': {
      path: {
        id: string
      }
      body?: {
        dryRun?: boolean | null | undefined
      }
      idempotencyKey?: string | undefined
      answer: {
        data: {
          bills: number
          before: number
          after: number
        }
      }
    }
    /** Confirm that claimed payments have come, each for itself. Takes a key that may change. */
    '/claims/confirm': {
      body: {
        billIds: string[]
      }
      answer: {
        data: {
          billId: string
          status: 'Draft' | 'Archived' | 'Paid' | 'PendingConfirmation' | 'Failed' | 'Overdue' | 'Partial' | 'Unpaid' | null
          error: {
            code: string
            message: string
          } | null
        }[]
      }
    }
  }
  put: {
    /** Change a program; issued bills stay as they are. Takes a key that may change. */
    '/assessments/{id}': {
      path: {
        id: string
      }
      body: {
        name: string
        description?: string | null | undefined
        frequency: 'Yearly' | 'Biannual' | 'Quarterly' | 'Monthly' | 'OneTime'
        type: 'Uniform' | 'Custom'
        amount: number
        dueDate: string
      }
      ifMatch?: string | undefined
      answer: Program
    }
    /** Change a payor's contact details; what is left out stays. Takes a key that may change. */
    '/members/{id}': {
      path: {
        id: string
      }
      body?: {
        firstName?: string | null | undefined
        lastName?: string | null | undefined
        name?: string | null | undefined
        email?: '' | string | null | undefined
        phone?: string | null | undefined
        dob?: '' | string | null | undefined
        gender?: string | null | undefined
        memberSince?: '' | string | null | undefined
        contactName?: string | null | undefined
        congregationId?: '' | string | null | undefined
      }
      ifMatch?: string | undefined
      answer: Member
    }
    /** Change the amount of an Unpaid bill in a Custom program. Takes a key that may change. */
    '/assessment-bills/{id}/amount': {
      path: {
        id: string
      }
      body: {
        amount: number
      }
      ifMatch?: string | undefined
      answer: {
        data: Bill
      }
    }
    /** Archive a bill: its balance is waived. Takes a key that may change. */
    '/assessment-bills/{id}/archive': {
      path: {
        id: string
      }
      body?: {
        reason?: string | null | undefined
      }
      ifMatch?: string | undefined
      answer: {
        data: Bill
      }
    }
    /** Confirm a claim, or settle the balance by hand. Takes a key that may change. */
    '/assessment-bills/{id}/mark-as-paid': {
      path: {
        id: string
      }
      body?: {
        method?: 'credit' | 'ach' | 'wire' | 'zelle' | 'paypal' | 'venmo' | 'cashapp' | 'check' | 'cash' | 'other' | null | undefined
        reference?: string | null | undefined
      }
      ifMatch?: string | undefined
      answer: {
        data: Bill
      }
    }
  }
}

/** The calls that answer with a file. */
export type Files = {
  /** What happened in the current network in a span of time, in a file that proves itself (zip). Takes any key. */
  '/audit/pack': {
    query: {
      from: string
      to: string
    }
  }
  /** A bill on paper, as a PDF; a receipt once it is paid. Takes any key. */
  '/assessment-bills/{id}/bill.pdf': {
    path: {
      id: string
    }
    query?: {
      size?: 'letter' | 'a4' | undefined
    }
  }
  /** The open bills of a program on paper, by payor, one to a page of a PDF: all, or those of payors without an e-mail address that works. Takes any key. */
  '/assessment-programs/{id}/bills.pdf': {
    path: {
      id: string
    }
    query?: {
      size?: 'letter' | 'a4' | undefined
      open?: 'all' | 'without-email' | undefined
    }
  }
  /** The bills of the current network as a CSV file. Takes any key. */
  '/exports/bills.csv': {
    query?: {
      assessmentProgramId?: string | undefined
      status?: 'Draft' | 'Archived' | 'Paid' | 'PendingConfirmation' | 'Failed' | 'Overdue' | 'Partial' | 'Unpaid' | undefined
      search?: string | undefined
      orderBy?: 'createdAt' | 'dueDate' | 'amount' | 'balance' | 'payor' | 'program' | 'status' | undefined
      order?: 'asc' | 'desc' | undefined
      asOf?: string | undefined
    }
  }
  /** The payments of the current network as a CSV file. Takes any key. */
  '/exports/payments.csv': {
    query?: {
      assessmentProgramId?: string | undefined
      search?: string | undefined
      orderBy?: 'createdAt' | 'amount' | 'payor' | 'program' | undefined
      order?: 'asc' | 'desc' | undefined
      asOf?: string | undefined
    }
  }
  /** The payouts of the current network with what each is made of, as a CSV file. Takes any key. */
  '/exports/payouts.csv': Record<never, never>
  /** The members and congregations of the current network as a CSV file. Takes any key. */
  '/exports/members.csv': {
    query?: {
      search?: string | undefined
      kind?: 'individual' | 'congregation' | undefined
      assessmentProgramId?: string | undefined
      orderBy?: 'name' | 'balance' | undefined
      order?: 'asc' | 'desc' | undefined
      asOf?: string | undefined
    }
  }
  /** Live changes of the current network, as server-sent events of {kind, id, position}. Takes any key. */
  '/events': Record<never, never>
}
