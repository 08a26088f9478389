import type { Call } from "./call.ts";
import { endGrant, giveGrant, makeBundle, readBundles, retireBundle } from "./grant.ts";
import { confirmReview, readReview, proveForAdministration } from "./administration-use.ts";
import {
  readAdministration,
  readDuties,
  readClass,
  readClasses,
  readHolders,
  readOrganisations,
  readRightsOf,
  readWhoMay,
} from "./administration.ts";
import { giveConsent, readAgreement, readPendingConsents } from "./agreement.ts";
import {
  previewAgreement,
  publishAgreement,
  readAgreementVersion,
  readAgreementVersions,
  withdrawAgreement,
} from "./agreement-management.ts";
import {
  applyChange,
  approveChange,
  discardChange,
  planChange,
  readChange,
  exportChange,
  readChangeRows,
  readChanges,
  undoChange,
} from "./change-set.ts";
import { exportAudit, readAudit, readClassReads } from "./audit.ts";
import { readClassRoster, resetPupilPassword } from "./class-roster.ts";
import { matchTeachers, readTeaching } from "./teaching.ts";
import { previewGroup, readGroup, readGroups, removeGroup, saveGroup } from "./group.ts";
import { loginByCode, resetPassword, sendCode } from "./code.ts";
import { listApps, previewApp, readAppChoices, readAppEntry, saveApp } from "./app-entry.ts";
import { explainHiddenApps, previewAppFor, readAppsSeenBy } from "./app-seen.ts";
import { readManagedApps, removeApp, renewAppSecret, switchAppAtSchool } from "./app-shelf.ts";
import { readApps, saveQuickApps } from "./catalogue.ts";
import { readContent, readTagRelations, searchContent } from "./content.ts";
import {
  deleteContent,
  makeContent,
  readManagedContent,
  readManagedContents,
  saveContent,
  showContent,
} from "./content-management.ts";
import {
  closeFeedback,
  createFeedback,
  markFeedbackRead,
  readFeedback,
  readFeedbackList,
  readFeedbackUnread,
  replyFeedback,
} from "./feedback.ts";
import {
  answerFeedback,
  closeManagedThread,
  handOnFeedback,
  noteFeedback,
  readManagedThread,
  readManagedThreads,
  readFeedbackReceivers,
  takeFeedback,
} from "./feedback-management.ts";
import { readDataLedger } from "./data-ledger.ts";
import { readBranding, saveBranding } from "./branding.ts";
import { readChildApps, readChildren, saveChildEyes } from "./family.ts";
import { confirmFile, readUploadPermission } from "./file.ts";
import { readGrowthRecord } from "./growth-record.ts";
import {
  bindChild,
  createInvitation,
  joinByInvitation,
  previewInvitation,
  readInvitations,
  register,
  revokeInvitation,
} from "./invitation.ts";
import { openKeptCode, readKeptCodes } from "./kept-code.ts";
import { launchApp, leaveApps, redeemTicket } from "./launch.ts";
import { chooseContent, openContent, readContents, removeContent } from "./lti.ts";
import {
  answerTransferRequest,
  dropTransferRequest,
  giveTransfer,
  readTransferRequests,
  showTransfer,
} from "./transfer.ts";
import { keepLeavers, readLeavers, setLeaverRule } from "./leavers.ts";
import { exportPeople, matchPeople, readDuplicates, markDistinct } from "./people-lists.ts";
import { readOverview } from "./overview.ts";
import {
  answerRosterDraft,
  markRoster,
  readOneRoster,
  readRoster,
  readRosterAccounts,
  readRosterDraft,
  readRosterTemplate,
} from "./roster-import.ts";
import { readNightly, runNightly, saveNightly, tryNightly } from "./roster-nightly.ts";
import { countPeople, readPeople } from "./people.ts";
import { readPersonHistory, readPersonWhole } from "./person-whole.ts";
import {
  endPersonSessions,
  openPasswordSheet,
  readPasswordSheets,
  resetPasswords,
  resetPersonFactors,
} from "./person-access.ts";
import { beginPasskeyLogin, loginByPasskey } from "./passkey-sign-in.ts";
import { cancelErasure, exportData, readKeptData, requestErasure } from "./personal-data.ts";
import { confirmQrCode, createQrCode, readQrStatus, scanQrCode } from "./qr-code.ts";
import { viewHome } from "./view-home.ts";
import { markNoticesSeen, readNotices } from "./person-notice.ts";
import {
  answerInboxItem,
  markInboxRead,
  readInbox,
  readInboxCounts,
  readInboxItem,
  readInboxTasks,
} from "./inbox.ts";
import {
  changeNotice,
  previewNotice,
  readSentNotice,
  readSentNotices,
  readUnconfirmed,
  remindNotice,
  sendNotice,
  takeBackNotice,
} from "./notice.ts";
import { endPush, readNoticeAlerts, saveNoticeAlert, savePush } from "./notice-alert.ts";
import { previewSchoolMove, readSchool, readSchools } from "./school-admin.ts";
import {
  decideNameCorrection,
  objectToErasure,
  readNameCorrection,
  readSchoolRequests,
  readWaiting,
  requestNameCorrection,
  withdrawNameCorrection,
  withdrawObjection,
} from "./school-request.ts";
import { drawYear, readYear, readYearPupils, saveYear, submitYear } from "./school-year.ts";
import {
  beginPasskey,
  beginTotp,
  confirmPasskey,
  confirmTotp,
  readFactors,
  removeFactor,
  renewRecoveryCodes,
} from "./second-factor.ts";
import { endDeviceSession, forgetDevice, login, logout, readSessions } from "./session.ts";
import { readUpdateInfo } from "./release.ts";
import { publishRelease, readReleases, withdrawRelease } from "./release-management.ts";
import { reportAppLogin, reportEvents } from "./telemetry.ts";
import { makeCalendar, readCalendar, revokeCalendar } from "./calendar.ts";
import { planTimetable, readLessons, readTimetable } from "./timetable.ts";
import { readToday } from "./today.ts";
import { editUser, readContacts, readUserDetail, saveSetting } from "./user.ts";

/** Every call of the platform. A call that is missing here is neither served nor documented. */
export const CALLS = {
  login,
  logout,
  forgetDevice,
  sendCode,
  loginByCode,
  resetPassword,
  beginPasskeyLogin,
  loginByPasskey,
  readClassRoster,
  resetPupilPassword,
  readReview,
  confirmReview,
  proveForAdministration,
  readAdministration,
  readOrganisations,
  readClasses,
  readClass,
  readTeaching,
  matchTeachers,
  readGroups,
  readGroup,
  saveGroup,
  removeGroup,
  previewGroup,
  readRightsOf,
  readHolders,
  readWhoMay,
  readBundles,
  readDuties,
  makeBundle,
  retireBundle,
  giveGrant,
  endGrant,
  planChange,
  readChanges,
  readChange,
  exportChange,
  readChangeRows,
  applyChange,
  approveChange,
  undoChange,
  discardChange,
  readRoster,
  markRoster,
  readOneRoster,
  readRosterTemplate,
  readRosterDraft,
  answerRosterDraft,
  readRosterAccounts,
  readNightly,
  saveNightly,
  tryNightly,
  runNightly,
  resetPasswords,
  readPasswordSheets,
  openPasswordSheet,
  readKeptCodes,
  openKeptCode,
  resetPersonFactors,
  endPersonSessions,
  viewHome,
  previewNotice,
  sendNotice,
  readSentNotices,
  readSentNotice,
  changeNotice,
  takeBackNotice,
  remindNotice,
  readUnconfirmed,
  readInbox,
  readInboxCounts,
  readInboxItem,
  readInboxTasks,
  markInboxRead,
  answerInboxItem,
  readSessions,
  endDeviceSession,
  readFactors,
  beginTotp,
  confirmTotp,
  beginPasskey,
  confirmPasskey,
  removeFactor,
  renewRecoveryCodes,
  createQrCode,
  readQrStatus,
  scanQrCode,
  confirmQrCode,
  previewInvitation,
  register,
  joinByInvitation,
  bindChild,
  readInvitations,
  createInvitation,
  revokeInvitation,
  readUserDetail,
  readContacts,
  editUser,
  saveSetting,
  readApps,
  readToday,
  readLessons,
  planTimetable,
  readTimetable,
  readCalendar,
  makeCalendar,
  revokeCalendar,
  saveQuickApps,
  saveApp,
  listApps,
  readAppEntry,
  readAppChoices,
  previewApp,
  previewAppFor,
  explainHiddenApps,
  readAppsSeenBy,
  readManagedApps,
  switchAppAtSchool,
  renewAppSecret,
  removeApp,
  readTagRelations,
  searchContent,
  readContent,
  readManagedContents,
  readManagedContent,
  makeContent,
  saveContent,
  showContent,
  deleteContent,
  launchApp,
  leaveApps,
  redeemTicket,
  chooseContent,
  readContents,
  openContent,
  removeContent,
  readAgreement,
  readPendingConsents,
  giveConsent,
  readAgreementVersions,
  readAgreementVersion,
  previewAgreement,
  publishAgreement,
  withdrawAgreement,
  readChildren,
  saveChildEyes,
  readChildApps,
  readDataLedger,
  readGrowthRecord,
  readKeptData,
  exportData,
  requestErasure,
  cancelErasure,
  readNameCorrection,
  requestNameCorrection,
  withdrawNameCorrection,
  readSchoolRequests,
  decideNameCorrection,
  objectToErasure,
  withdrawObjection,
  readWaiting,
  readNotices,
  markNoticesSeen,
  readNoticeAlerts,
  saveNoticeAlert,
  savePush,
  endPush,
  readUploadPermission,
  confirmFile,
  readFeedbackUnread,
  readFeedbackList,
  readFeedback,
  createFeedback,
  replyFeedback,
  markFeedbackRead,
  closeFeedback,
  readManagedThreads,
  readManagedThread,
  takeFeedback,
  answerFeedback,
  noteFeedback,
  closeManagedThread,
  readFeedbackReceivers,
  handOnFeedback,
  reportEvents,
  reportAppLogin,
  readUpdateInfo,
  readBranding,
  saveBranding,
  readReleases,
  publishRelease,
  withdrawRelease,
  readPeople,
  countPeople,
  matchPeople,
  exportPeople,
  readDuplicates,
  markDistinct,
  giveTransfer,
  showTransfer,
  readTransferRequests,
  answerTransferRequest,
  dropTransferRequest,
  readYear,
  readYearPupils,
  saveYear,
  drawYear,
  submitYear,
  readLeavers,
  keepLeavers,
  setLeaverRule,
  readPersonWhole,
  readPersonHistory,
  readOverview,
  readAudit,
  exportAudit,
  readClassReads,
  readSchools,
  readSchool,
  previewSchoolMove,
} as const satisfies Record<string, Call>;
export type CallName = keyof typeof CALLS;

export * from "./administration.ts";
export * from "./grant.ts";
export * from "./administration-use.ts";
export * from "./age.ts";
export * from "./china-time.ts";
export * from "./china-words.ts";
export * from "./class-name.ts";
export * from "./agreement.ts";
export * from "./agreement-management.ts";
export * from "./agreement-note.ts";
export * from "./app-data.ts";
export * from "./app-entry.ts";
export * from "./app-names.ts";
export * from "./app-seen.ts";
export * from "./app-settings.ts";
export * from "./app-shelf.ts";
export * from "./audit.ts";
export * from "./audit-words.ts";
export * from "./call.ts";
export * from "./catalogue.ts";
export * from "./change.ts";
export * from "./class-change.ts";
export * from "./change-set.ts";
export * from "./class-roster.ts";
export * from "./teaching.ts";
export * from "./group.ts";
export * from "./code.ts";
export * from "./content.ts";
export * from "./content-management.ts";
export * from "./device-name.ts";
export * from "./drawn-home.ts";
export * from "./envelope.ts";
export * from "./errors.ts";
export * from "./branding.ts";
export * from "./branding-style.ts";
export * from "./data-ledger.ts";
export * from "./family.ts";
export * from "./formula.ts";
export * from "./growth-record.ts";
export * from "./feedback.ts";
export * from "./feedback-management.ts";
export * from "./file-rules.ts";
export * from "./file.ts";
export * from "./invitation-code.ts";
export * from "./invitation.ts";
export * from "./kept-code.ts";
export * from "./launch.ts";
export * from "./lti.ts";
export * from "./passkey-sign-in.ts";
export * from "./overview.ts";
export * from "./people.ts";
export * from "./person-whole.ts";
export * from "./origin.ts";
export * from "./people-lists.ts";
export * from "./leavers.ts";
export * from "./left-out.ts";
export * from "./transfer.ts";
export * from "./page-cursor.ts";
export * from "./permission.ts";
export * from "./person-access.ts";
export * from "./inbox.ts";
export * from "./notice.ts";
export * from "./notice-alert.ts";
export * from "./person-notice.ts";
export * from "./name.ts";
export * from "./password-rule.ts";
export * from "./personal-data.ts";
export * from "./default-branding.ts";
export * from "./qr-code.ts";
export * from "./receiver.ts";
export * from "./release.ts";
export * from "./release-management.ts";
export * from "./release-version.ts";
export * from "./right.ts";
export * from "./role.ts";
export * from "./room-text.ts";
export * from "./roster-access.ts";
export * from "./roster-file.ts";
export * from "./roster-import.ts";
export * from "./roster-nightly.ts";
export * from "./school.ts";
export * from "./stage.ts";
export * from "./reading-limits.ts";
export * from "./school-admin.ts";
export * from "./school-request.ts";
export * from "./school-year.ts";
export * from "./second-factor.ts";
export * from "./session.ts";
export * from "./telemetry.ts";
export * from "./timetable.ts";
export * from "./calendar.ts";
export * from "./calendar-day.ts";
export * from "./today.ts";
export * from "./typed-code.ts";
export * from "./user.ts";
export * from "./view-home.ts";
