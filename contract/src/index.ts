import type { Call } from "./call.ts";
import { confirmReview, readReview, proveForAdministration } from "./administration-use.ts";
import {
  endGrant,
  giveGrant,
  makeBundle,
  readAdministration,
  readBundles,
  readClass,
  readClasses,
  readHolders,
  readOrganisations,
  readRightsOf,
  readWhoMay,
  retireBundle,
} from "./administration.ts";
import { giveConsent, readAgreement, readPendingConsents } from "./agreement.ts";
import {
  previewAgreement,
  publishAgreement,
  readAgreementVersion,
  readAgreementVersions,
  withdrawAgreement,
} from "./agreement-desk.ts";
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
import { explainHiddenApps, readAppsSeenBy } from "./app-seen.ts";
import { readManagedApps, renewAppSecret, switchAppAtSchool } from "./app-shelf.ts";
import { readApps, saveQuickApps } from "./catalogue.ts";
import { readContent, readTagRelations, searchContent } from "./content.ts";
import {
  deleteContent,
  makeContent,
  readContentAtDesk,
  readContentDesk,
  saveContent,
  showContent,
} from "./content-desk.ts";
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
  closeFeedbackAtDesk,
  handOnFeedback,
  noteFeedback,
  readFeedbackAtDesk,
  readFeedbackDesk,
  readFeedbackReceivers,
  takeFeedback,
} from "./feedback-desk.ts";
import { readFace, saveFace } from "./face.ts";
import { readChildApps, readChildren, saveChildEyes } from "./family.ts";
import { confirmFile, readUploadPermission } from "./file.ts";
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
import { giveTransfer, showTransfer } from "./transfer.ts";
import { keepLeavers, readLeavers, setLeaverRule } from "./leavers.ts";
import { exportPeople, matchPeople, readDuplicates, sayDistinct } from "./people-lists.ts";
import { readOverview } from "./overview.ts";
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
import { publishRelease, readReleases, withdrawRelease } from "./release-desk.ts";
import { reportAppLogin, reportEvents } from "./telemetry.ts";
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
  resetPasswords,
  readPasswordSheets,
  openPasswordSheet,
  readKeptCodes,
  openKeptCode,
  resetPersonFactors,
  endPersonSessions,
  viewHome,
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
  saveQuickApps,
  saveApp,
  listApps,
  readAppEntry,
  readAppChoices,
  previewApp,
  explainHiddenApps,
  readAppsSeenBy,
  readManagedApps,
  switchAppAtSchool,
  renewAppSecret,
  readTagRelations,
  searchContent,
  readContent,
  readContentDesk,
  readContentAtDesk,
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
  readUploadPermission,
  confirmFile,
  readFeedbackUnread,
  readFeedbackList,
  readFeedback,
  createFeedback,
  replyFeedback,
  markFeedbackRead,
  closeFeedback,
  readFeedbackDesk,
  readFeedbackAtDesk,
  takeFeedback,
  answerFeedback,
  noteFeedback,
  closeFeedbackAtDesk,
  readFeedbackReceivers,
  handOnFeedback,
  reportEvents,
  reportAppLogin,
  readUpdateInfo,
  readFace,
  saveFace,
  readReleases,
  publishRelease,
  withdrawRelease,
  readPeople,
  countPeople,
  matchPeople,
  exportPeople,
  readDuplicates,
  sayDistinct,
  giveTransfer,
  showTransfer,
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
export * from "./administration-use.ts";
export * from "./age.ts";
export * from "./agreement.ts";
export * from "./agreement-desk.ts";
export * from "./agreement-note.ts";
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
export * from "./change-set.ts";
export * from "./class-roster.ts";
export * from "./teaching.ts";
export * from "./group.ts";
export * from "./code.ts";
export * from "./content.ts";
export * from "./content-desk.ts";
export * from "./device-name.ts";
export * from "./drawn-home.ts";
export * from "./envelope.ts";
export * from "./errors.ts";
export * from "./face.ts";
export * from "./face-look.ts";
export * from "./family.ts";
export * from "./feedback.ts";
export * from "./feedback-desk.ts";
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
export * from "./people-lists.ts";
export * from "./leavers.ts";
export * from "./transfer.ts";
export * from "./permission.ts";
export * from "./person-access.ts";
export * from "./person-notice.ts";
export * from "./person-name.ts";
export * from "./personal-data.ts";
export * from "./plain-face.ts";
export * from "./qr-code.ts";
export * from "./receiver.ts";
export * from "./release.ts";
export * from "./release-desk.ts";
export * from "./release-version.ts";
export * from "./right.ts";
export * from "./role.ts";
export * from "./school.ts";
export * from "./school-admin.ts";
export * from "./school-request.ts";
export * from "./second-factor.ts";
export * from "./session.ts";
export * from "./telemetry.ts";
export * from "./typed-code.ts";
export * from "./user.ts";
export * from "./view-home.ts";
