// SPDX-License-Identifier: GPL-2.0
/* Commands of ioctl() on devices other than terminals, disks, network interfaces and screens. */
#include <linux/compat.h>
#include <linux/kernel.h>
#include <scsi/sg.h>
#include <uapi/linux/counter.h>
#include <uapi/linux/input.h>
#include <uapi/linux/kvm.h>
#include <uapi/linux/ptp_clock.h>
#include <uapi/linux/random.h>
#include <uapi/linux/rtc.h>
#include <uapi/linux/usbdevice_fs.h>
#include <uapi/linux/userfaultfd.h>
#include <uapi/linux/watchdog.h>
#include <uapi/mtd/mtd-abi.h>
#include <uapi/mtd/ubi-user.h>

#include "syscall/arg/describe.h"
#include "syscall/arg/ioctl.h"

static OUTLINE_OF(watchdog_flags, u32, { .size = sizeof(u32), .as = SHOW_FLAGS,
	.names = KTRACE_NAMES_watchdog_flags });
static OUTLINE_OF(watchdog_options, u32, { .size = sizeof(u32), .as = SHOW_FLAGS,
	.names = KTRACE_NAMES_watchdog_options });
static OUTLINE_OF(clock, u32, { .size = sizeof(u32), .as = SHOW_ENUM,
	.names = KTRACE_NAMES_clockid });
static OUTLINE_OF(kvm_capability, u64, { .size = sizeof(u64), .as = SHOW_ENUM,
	.names = KTRACE_NAMES_kvm_capability });

#define T struct input_id
static OUTLINE_OF(input_id, T, F(T, bustype, UINT), F(T, vendor, UINT), F(T, product, UINT),
	F(T, version, UINT));
#undef T
#define T struct input_keymap_entry
static OUTLINE_OF(input_keycode, T, F(T, flags, HEX), F(T, len, UINT), F(T, index, UINT),
	F(T, keycode, UINT), F(T, scancode, MAC));
#undef T
#define T struct input_mask
static OUTLINE_OF(input_mask, T, F_ENUM(T, type, input_event), F(T, codes_size, UINT),
	F(T, codes_ptr, PTR));
#undef T
#define T struct input_absinfo
static OUTLINE_OF(input_axis, T, F(T, value, INT), F(T, minimum, INT), F(T, maximum, INT),
	F(T, fuzz, INT), F(T, flat, INT), F(T, resolution, INT));
#undef T
#define T struct ff_effect
#define IF_EFFECT(kind)	IF_EQUAL(T, type, U16_MAX, kind)
static OUTLINE_OF(input_effect, T, F_ENUM(T, type, input_effect), F(T, id, INT),
	F(T, direction, HEX), FIELD_AS(T, trigger.button, "trigger_button", UINT),
	FIELD_AS(T, trigger.interval, "trigger_interval", UINT),
	FIELD_AS(T, replay.length, "replay_length", UINT),
	FIELD_AS(T, replay.delay, "replay_delay", UINT),
	FIELD_AS(T, u.constant.level, "level", INT, IF_EFFECT(FF_CONSTANT)),
	FIELD_AS(T, u.ramp.start_level, "start_level", INT, IF_EFFECT(FF_RAMP)),
	FIELD_AS(T, u.ramp.end_level, "end_level", INT, IF_EFFECT(FF_RAMP)),
	FIELD_AS(T, u.periodic.period, "period", UINT, IF_EFFECT(FF_PERIODIC)),
	FIELD_AS(T, u.periodic.magnitude, "magnitude", INT, IF_EFFECT(FF_PERIODIC)),
	FIELD_AS(T, u.rumble.strong_magnitude, "strong_magnitude", UINT, IF_EFFECT(FF_RUMBLE)),
	FIELD_AS(T, u.rumble.weak_magnitude, "weak_magnitude", UINT, IF_EFFECT(FF_RUMBLE)));
#undef T
static OUTLINE_OF(input_repeat, u32[2], { .size = sizeof(u32), .count = 2, .as = SHOW_UINT });
#define T struct rtc_time
static OUTLINE_OF(rtc_time, T, F(T, tm_sec, INT), F(T, tm_min, INT), F(T, tm_hour, INT),
	F(T, tm_mday, INT), F(T, tm_mon, INT), F(T, tm_year, INT), F(T, tm_wday, INT),
	F(T, tm_yday, INT), F(T, tm_isdst, INT));
#undef T
#define T struct rtc_wkalrm
static OUTLINE_OF(rtc_wkalrm, T, F(T, enabled, UINT), F(T, pending, UINT),
	F_NESTED(T, time, rtc_time));
#undef T
#define T struct rtc_pll_info
static OUTLINE_OF(rtc_pll_info, T, F(T, pll_ctrl, INT), F(T, pll_value, INT), F(T, pll_max, INT),
	F(T, pll_min, INT), F(T, pll_posmult, INT), F(T, pll_negmult, INT),
	F(T, pll_clock, INT));
#undef T
#define T struct rtc_param
#define RTC_VALUE							\
	F_NAMED(T, uvalue, BIT_NAMES, rtc_features,		\
		IF_EQUAL(T, param, U64_MAX, RTC_PARAM_FEATURES)),	\
	F(T, svalue, INT, IF_EQUAL(T, param, U64_MAX, RTC_PARAM_CORRECTION)), \
	F_ENUM(T, uvalue, rtc_backup, IF_EQUAL(T, param, U64_MAX, RTC_PARAM_BACKUP_SWITCH_MODE)), \
	F(T, uvalue, HEX, IF_EQUAL(T, param, U64_MAX, 3)),		\
	F(T, uvalue, HEX, IF_ANY(T, param, ~3ULL))
static OUTLINE_OF(rtc_param_in, T, F_ENUM(T, param, rtc_param), F(T, index, UINT),
	F(T, __pad, HEX, IF_SET(T, __pad)));
static OUTLINE_OF(rtc_param, T, F_ENUM(T, param, rtc_param), RTC_VALUE, F(T, index, UINT),
	F(T, __pad, HEX, IF_SET(T, __pad)));
#undef T
#define T struct watchdog_info
static OUTLINE_OF(watchdog_info, T, F_FLAGS(T, options, watchdog_flags),
	F(T, firmware_version, UINT), F(T, identity, TEXT));
#undef T
/* The calls on the registered memory, as numbers of bits. */
#define UFFD_CALLS	F_NAMED(T, ioctls, BIT_NAMES, userfault_ioctls)
#define T struct uffdio_api
#define UFFD_API_IN	F(T, api, HEX), F_FLAGS(T, features, userfault_features)
static OUTLINE_OF(uffdio_api_in, T, UFFD_API_IN);
static OUTLINE_OF(uffdio_api, T, UFFD_API_IN, UFFD_CALLS);
#undef T
#define T struct uffdio_range
static OUTLINE_OF(uffdio_range, T, F(T, start, HEX), F(T, len, HEX));
#undef T
#define T struct uffdio_register
#define UFFD_REGISTER_IN						\
	F_NESTED(T, range, uffdio_range), F_FLAGS(T, mode, userfault_register)
static OUTLINE_OF(uffdio_register_in, T, UFFD_REGISTER_IN);
static OUTLINE_OF(uffdio_register, T, UFFD_REGISTER_IN, UFFD_CALLS);
#undef T
#define T struct uffdio_copy
#define UFFD_COPY_IN							\
	F(T, dst, HEX), F(T, src, HEX), F(T, len, HEX), F_FLAGS(T, mode, userfault_copy)
static OUTLINE_OF(uffdio_copy_in, T, UFFD_COPY_IN);
static OUTLINE_OF(uffdio_copy, T, UFFD_COPY_IN, F(T, copy, HEX));
#undef T
#define T struct uffdio_move
#define UFFD_MOVE_IN							\
	F(T, dst, HEX), F(T, src, HEX), F(T, len, HEX), F_FLAGS(T, mode, userfault_move)
static OUTLINE_OF(uffdio_move_in, T, UFFD_MOVE_IN);
static OUTLINE_OF(uffdio_move, T, UFFD_MOVE_IN, F(T, move, HEX));
#undef T
#define T struct uffdio_poison
#define UFFD_POISON_IN							\
	F_NESTED(T, range, uffdio_range), F_FLAGS(T, mode, userfault_poison)
static OUTLINE_OF(uffdio_poison_in, T, UFFD_POISON_IN);
static OUTLINE_OF(uffdio_poison, T, UFFD_POISON_IN, F(T, updated, HEX));
#undef T
#define T struct uffdio_zeropage
#define UFFD_ZEROPAGE_IN						\
	F_NESTED(T, range, uffdio_range), F_FLAGS(T, mode, userfault_zeropage)
static OUTLINE_OF(uffdio_zeropage_in, T, UFFD_ZEROPAGE_IN);
static OUTLINE_OF(uffdio_zeropage, T, UFFD_ZEROPAGE_IN, F(T, zeropage, HEX));
#undef T
#define T struct uffdio_writeprotect
static OUTLINE_OF(uffdio_writeprotect, T, F_NESTED(T, range, uffdio_range),
	F_FLAGS(T, mode, userfault_protect));
#undef T
#define T struct uffdio_continue
#define UFFD_CONTINUE_IN	F_NESTED(T, range, uffdio_range), F(T, mode, HEX)
static OUTLINE_OF(uffdio_continue_in, T, UFFD_CONTINUE_IN);
static OUTLINE_OF(uffdio_continue, T, UFFD_CONTINUE_IN, F(T, mapped, HEX));
#undef T
#define T struct kvm_userspace_memory_region
static OUTLINE_OF(kvm_memory_region, T, F(T, slot, UINT), F_FLAGS(T, flags, kvm_memory_flags),
	F(T, guest_phys_addr, HEX), F(T, memory_size, UINT), F(T, userspace_addr, PTR));
#undef T
#define T struct kvm_irqfd
static OUTLINE_OF(kvm_irqfd, T, F(T, fd, INT), F(T, gsi, UINT), F(T, flags, HEX),
	F(T, resamplefd, INT, IF_ANY(T, flags, KVM_IRQFD_FLAG_RESAMPLE)));
#undef T
#define T struct kvm_ioeventfd
static OUTLINE_OF(kvm_ioeventfd, T, F(T, datamatch, HEX), F(T, addr, HEX), F(T, len, UINT),
	F(T, fd, INT), F(T, flags, HEX));
#undef T
#define T struct kvm_irq_level
static OUTLINE_OF(kvm_irq_level, T, F(T, irq, UINT), F(T, level, UINT));
#undef T
#define T struct kvm_enable_cap
static OUTLINE_OF(kvm_enable_cap, T, F_ENUM(T, cap, kvm_capability), F(T, flags, HEX),
	F_ARRAY(T, args, HEX));
#undef T
#define T struct kvm_userspace_memory_region2
static OUTLINE_OF(kvm_memory_region2, T, F(T, slot, UINT), F_FLAGS(T, flags, kvm_memory_flags),
	F(T, guest_phys_addr, HEX), F(T, memory_size, UINT), F(T, userspace_addr, PTR),
	F(T, guest_memfd_offset, HEX, IF_ANY(T, flags, KVM_MEM_GUEST_MEMFD)),
	F(T, guest_memfd, INT, IF_ANY(T, flags, KVM_MEM_GUEST_MEMFD)));
#undef T
#define T struct kvm_create_guest_memfd
static OUTLINE_OF(kvm_guest_memfd, T, F(T, size, UINT), F(T, flags, HEX));
#undef T
#define T struct kvm_memory_attributes
static OUTLINE_OF(kvm_attributes, T, F(T, address, HEX), F(T, size, UINT), F(T, attributes, HEX),
	F(T, flags, HEX));
#undef T
#define T struct kvm_create_device
static OUTLINE_OF(kvm_device_in, T, F_ENUM(T, type, kvm_device_type),
	F_FLAGS(T, flags, kvm_device_flags));
static OUTLINE_OF(kvm_device, T, F_ENUM(T, type, kvm_device_type), F(T, fd, INT),
	F_FLAGS(T, flags, kvm_device_flags));
#undef T
#define T struct kvm_device_attr
static OUTLINE_OF(kvm_device_attr, T, F(T, flags, HEX), F(T, group, UINT), F(T, attr, HEX),
	F(T, addr, PTR));
#undef T
#define T struct kvm_msi
static OUTLINE_OF(kvm_msi, T, F(T, address_lo, HEX), F(T, address_hi, HEX), F(T, data, HEX),
	F(T, flags, HEX), F(T, devid, UINT, IF_ANY(T, flags, KVM_MSI_VALID_DEVID)));
#undef T
#define T struct kvm_dirty_log
static OUTLINE_OF(kvm_dirty_log, T, F(T, slot, UINT), F(T, dirty_bitmap, PTR));
#undef T
#define T struct kvm_clear_dirty_log
static OUTLINE_OF(kvm_clear_log, T, F(T, slot, UINT), F(T, num_pages, UINT), F(T, first_page, UINT),
	F(T, dirty_bitmap, PTR));
#undef T
#define T struct kvm_mp_state
static OUTLINE_OF(kvm_mp_state, T, F_ENUM(T, mp_state, kvm_mp_state));
#undef T
#define T struct kvm_interrupt
static OUTLINE_OF(kvm_interrupt, T, F(T, irq, UINT));
#undef T
#define T struct kvm_translation
static OUTLINE_OF(kvm_translation_in, T, F(T, linear_address, HEX));
static OUTLINE_OF(kvm_translation, T, F(T, linear_address, HEX), F(T, physical_address, HEX),
	F(T, valid, UINT), F(T, writeable, UINT), F(T, usermode, UINT));
#undef T
#define T struct kvm_one_reg
static OUTLINE_OF(kvm_one_reg, T, F(T, id, HEX), F(T, addr, PTR));
#undef T
#define T struct kvm_coalesced_mmio_zone
static OUTLINE_OF(kvm_mmio_zone, T, F(T, addr, HEX), F(T, size, UINT), F(T, pio, UINT));
#undef T
/* The kernel reads entries behind these words: more than a record holds. */
struct syscall_kvm_routing {
	u32 nr, flags;
};

#define T struct syscall_kvm_routing
static OUTLINE_OF(kvm_routing, T, F(T, nr, UINT), F(T, flags, HEX));
#undef T
/* The bytes of the set follow. */
struct syscall_kvm_sigmask {
	u32 len;
};

#define T struct syscall_kvm_sigmask
static OUTLINE_OF(kvm_sigmask, T, F(T, len, UINT));
#undef T
static OUTLINE_OF(usb_capabilities, u32, { .size = sizeof(u32), .as = SHOW_FLAGS,
	.names = KTRACE_NAMES_usb_capabilities });
#define T struct usbdevfs_ctrltransfer
static OUTLINE_OF(usb_control, T, F(T, bRequestType, HEX), F(T, bRequest, HEX), F(T, wValue, HEX),
	F(T, wIndex, HEX), F(T, wLength, UINT), F(T, timeout, UINT), F(T, data, PTR));
#undef T
#define T struct usbdevfs_bulktransfer
static OUTLINE_OF(usb_bulk, T, F(T, ep, HEX), F(T, len, UINT), F(T, timeout, UINT),
	F(T, data, PTR));
#undef T
#define T struct usbdevfs_setinterface
static OUTLINE_OF(usb_interface, T, F(T, interface, UINT), F(T, altsetting, UINT));
#undef T
#define T struct usbdevfs_getdriver
static OUTLINE_OF(usb_driver, T, F(T, interface, UINT), F(T, driver, TEXT));
#undef T
#define T struct usbdevfs_connectinfo
static OUTLINE_OF(usb_connect, T, F(T, devnum, UINT), F(T, slow, UINT));
#undef T
#define USB_URB(T)							\
	F_ENUM(T, type, usb_urb_type), F(T, endpoint, HEX), F(T, status, INT),	\
	F_FLAGS(T, flags, usb_urb_flags), F(T, buffer, PTR), F(T, buffer_length, INT), \
	F(T, actual_length, INT), F(T, start_frame, INT),		\
	F(T, number_of_packets, INT, IF_EQUAL(T, type, U8_MAX, USBDEVFS_URB_TYPE_ISO)), \
	F(T, stream_id, UINT, IF_EQUAL(T, type, U8_MAX, USBDEVFS_URB_TYPE_BULK)), \
	F(T, error_count, INT), F(T, signr, SIGNAL), F(T, usercontext, PTR)
static OUTLINE_OF(usb_urb, struct usbdevfs_urb, USB_URB(struct usbdevfs_urb));
/* As struct usbdevfs_urb32, which the kernel defines only with CONFIG_COMPAT. */
struct syscall_usb_urb32 {
	u8 type, endpoint;
	s32 status;
	u32 flags, buffer;
	s32 buffer_length, actual_length, start_frame;
	union {
		s32 number_of_packets;
		u32 stream_id;
	};
	s32 error_count;
	u32 signr, usercontext;
};

static OUTLINE_OF(usb_urb32, struct syscall_usb_urb32, USB_URB(struct syscall_usb_urb32));
#define T struct usbdevfs_ioctl
static OUTLINE_OF(usb_ioctl, T, F(T, ifno, INT), F_ENUM(T, ioctl_code, ioctl_cmd), F(T, data, PTR));
#undef T
#define T struct usbdevfs_disconnectsignal
static OUTLINE_OF(usb_signal, T, F(T, signr, SIGNAL), F(T, context, PTR));
#undef T
#define T struct usbdevfs_disconnect_claim
static OUTLINE_OF(usb_claim, T, F(T, interface, UINT), F_FLAGS(T, flags, usb_claim_flags),
	F(T, driver, TEXT));
#undef T
/* The endpoints follow. */
struct syscall_usb_streams {
	u32 num_streams, num_eps;
};

#define T struct syscall_usb_streams
static OUTLINE_OF(usb_streams, T, F(T, num_streams, UINT), F(T, num_eps, UINT));
#undef T

#define T struct counter_component
static OUTLINE_OF(counter_component, T, F_ENUM(T, type, counter_component),
	F_ENUM(T, scope, counter_scope), F(T, parent, UINT), F(T, id, UINT));
#undef T
#define T struct counter_watch
static OUTLINE_OF(counter_watch, T, F_NESTED(T, component, counter_component),
	F_ENUM(T, event, counter_event), F(T, channel, UINT));
#undef T
static OUTLINE_OF(scsi_reset, u32, { .size = sizeof(u32), .as = SHOW_FLAGS,
	.names = KTRACE_NAMES_scsi_reset });
#define T struct rand_pool_info
static OUTLINE_OF(random_pool, T, F(T, entropy_count, INT), F(T, buf_size, INT));
#undef T
#define T struct ptp_clock_time
static OUTLINE_OF(ptp_time, T, F(T, sec, INT), F(T, nsec, UINT),
	F(T, reserved, HEX, IF_SET(T, reserved)));
#undef T
#define T struct ptp_clock_caps
static OUTLINE_OF(ptp_caps, T, F(T, max_adj, INT), F(T, n_alarm, INT), F(T, n_ext_ts, INT),
	F(T, n_per_out, INT), F(T, pps, INT), F(T, n_pins, INT), F(T, cross_timestamping, INT),
	F(T, adjust_phase, INT), F(T, max_phase_adj, INT));
#undef T
#define T struct ptp_extts_request
static OUTLINE_OF(ptp_extts, T, F(T, index, UINT), F_FLAGS(T, flags, ptp_extts_flags));
static OUTLINE_OF(ptp_extts2, T, F(T, index, UINT), F_FLAGS(T, flags, ptp_extts_flags),
	F_ARRAY(T, rsv, HEX, IF_SET(T, rsv)));
#undef T
#define T struct ptp_perout_request
static OUTLINE_OF(ptp_perout, T,
	F_NESTED(T, phase, ptp_time, IF_ANY(T, flags, PTP_PEROUT_PHASE)),
	F_NESTED(T, start, ptp_time, IF_EQUAL(T, flags, PTP_PEROUT_PHASE, 0)),
	F_NESTED(T, period, ptp_time), F(T, index, UINT), F_FLAGS(T, flags, ptp_perout_flags),
	F_NESTED(T, on, ptp_time, IF_ANY(T, flags, PTP_PEROUT_DUTY_CYCLE)));
#undef T
#define T struct ptp_pin_desc
static OUTLINE_OF(ptp_pin_in, T, F(T, index, UINT), F_ARRAY(T, rsv, HEX, IF_SET(T, rsv)));
static OUTLINE_OF(ptp_pin_set, T, F(T, index, UINT), F_ENUM(T, func, ptp_pin_function),
	F(T, chan, UINT), F_ARRAY(T, rsv, HEX, IF_SET(T, rsv)));
static OUTLINE_OF(ptp_pin, T, F(T, name, TEXT), F(T, index, UINT),
	F_ENUM(T, func, ptp_pin_function), F(T, chan, UINT), F_ARRAY(T, rsv, HEX, IF_SET(T, rsv)));
#undef T
#define T struct ptp_sys_offset_precise
static OUTLINE_OF(ptp_precise, T, F_NESTED(T, device, ptp_time),
	F_NESTED(T, sys_realtime, ptp_time), F_NESTED(T, sys_monoraw, ptp_time));
#undef T
/* The kernel writes samples behind these words: more than a record holds. */
struct syscall_ptp_samples {
	u32 n_samples, rsv[3];
};

#define T struct syscall_ptp_samples
static OUTLINE_OF(ptp_samples, T, F(T, n_samples, UINT), F_ARRAY(T, rsv, HEX, IF_SET(T, rsv)));
#undef T

static OUTLINE_OF(mtd_otp, u32, { .size = sizeof(u32), .as = SHOW_ENUM,
	.names = KTRACE_NAMES_mtd_otp });
#define T struct mtd_info_user
static OUTLINE_OF(mtd_info, T, F_ENUM(T, type, mtd_type), F_FLAGS(T, flags, mtd_flags),
	F(T, size, HEX), F(T, erasesize, HEX), F(T, writesize, HEX), F(T, oobsize, HEX));
#undef T
#define T struct erase_info_user
static OUTLINE_OF(mtd_range, T, F(T, start, HEX), F(T, length, HEX));
#undef T
#define T struct erase_info_user64
static OUTLINE_OF(mtd_range64, T, F(T, start, HEX), F(T, length, HEX));
#undef T
#define T struct region_info_user
static OUTLINE_OF(mtd_region_in, T, F(T, regionindex, HEX));
static OUTLINE_OF(mtd_region, T, F(T, regionindex, HEX), F(T, offset, HEX), F(T, erasesize, HEX),
	F(T, numblocks, HEX));
#undef T
#define T struct mtd_oob_buf
static OUTLINE_OF(mtd_oob, T, F(T, start, HEX), F(T, length, HEX), F(T, ptr, PTR));
#undef T
struct syscall_mtd_oob32 {
	u32 start, length, ptr;
};

#define T struct syscall_mtd_oob32
static OUTLINE_OF(mtd_oob32, T, F(T, start, HEX), F(T, length, HEX), F(T, ptr, PTR));
#undef T
#define T struct mtd_oob_buf64
static OUTLINE_OF(mtd_oob64, T, F(T, start, HEX), F(T, length, HEX), F(T, usr_ptr, PTR));
#undef T
#define T struct otp_info
static OUTLINE_OF(mtd_otp_info, T, F(T, start, HEX), F(T, length, HEX), F(T, locked, UINT));
#undef T
#define T struct mtd_write_req
static OUTLINE_OF(mtd_write, T, F(T, start, HEX), F(T, len, HEX), F(T, ooblen, HEX),
	F(T, usr_data, PTR), F(T, usr_oob, PTR), F_ENUM(T, mode, mtd_ops));
#undef T
#define T struct mtd_ecc_stats
static OUTLINE_OF(mtd_ecc_stats, T, F(T, corrected, HEX), F(T, failed, HEX), F(T, badblocks, HEX),
	F(T, bbtblocks, HEX));
#undef T

#define T struct ubi_attach_req
static OUTLINE_OF(ubi_attach, T, F(T, ubi_num, INT), F(T, mtd_num, INT),
	F(T, vid_hdr_offset, INT), F(T, max_beb_per1024, INT));
#undef T
#define T struct ubi_mkvol_req
static OUTLINE_OF(ubi_volume, T, F(T, vol_id, INT), F(T, alignment, INT), F(T, bytes, INT),
	F_ENUM(T, vol_type, ubi_volume_type), F_FLAGS(T, flags, ubi_volume_flags),
	F(T, name_len, INT), F(T, name, TEXT));
#undef T
#define T struct ubi_rsvol_req
static OUTLINE_OF(ubi_resize, T, F(T, bytes, INT), F(T, vol_id, INT));
#undef T
/* The kernel reads up to 32 names behind the count: more than a record holds. */
static OUTLINE_OF(ubi_rename, s32, { .name = "count", .size = sizeof(s32), .as = SHOW_INT });
#define T struct ubi_leb_change_req
static OUTLINE_OF(ubi_change, T, F(T, lnum, INT), F(T, bytes, INT),
	F_ENUM(T, dtype, ubi_data_type));
#undef T
#define T struct ubi_map_req
static OUTLINE_OF(ubi_map, T, F(T, lnum, INT), F_ENUM(T, dtype, ubi_data_type));
#undef T
#define T struct ubi_set_vol_prop_req
static OUTLINE_OF(ubi_property, T, F_ENUM(T, property, ubi_property), F(T, value, HEX));
#undef T

static const struct syscall_command input_commands[] = {
	IOCTL_R(EVIOCGID, input_id), IOCTL_R(EVIOCGVERSION, int),
	IOCTL_R(EVIOCGREP, input_repeat), IOCTL_W(EVIOCSREP, input_repeat),
	IOCTL_RW(EVIOCGKEYCODE_V2, input_keycode), IOCTL_W(EVIOCSKEYCODE_V2, input_keycode),
	IOCTL_RW(EVIOCGKEYCODE, input_repeat), IOCTL_W(EVIOCSKEYCODE, input_repeat),
	IOCTL_W(EVIOCGMASK, input_mask), IOCTL_W(EVIOCSMASK, input_mask),
	IOCTL_RW(EVIOCSFF, input_effect), IOCTL_R(EVIOCGEFFECTS, int),
	/* The axis is part of the number: ioctl.c looks for the first one. */
	IOCTL_R(EVIOCGABS(0), input_axis), IOCTL_W(EVIOCSABS(0), input_axis),
	IOCTL_W(EVIOCSCLOCKID, clock), IOCTL_VALUE(EVIOCGRAB, hex64),
	IOCTL_VALUE(EVIOCREVOKE, hex64), IOCTL_VALUE(EVIOCRMFF, int),
};

IOCTL_TABLE(input);

static const struct syscall_command rtc_commands[] = {
	IOCTL_R(RTC_RD_TIME, rtc_time), IOCTL_W(RTC_SET_TIME, rtc_time),
	IOCTL_R(RTC_ALM_READ, rtc_time), IOCTL_W(RTC_ALM_SET, rtc_time),
	IOCTL_R(RTC_WKALM_RD, rtc_wkalrm), IOCTL_W(RTC_WKALM_SET, rtc_wkalrm),
	IOCTL_R(RTC_IRQP_READ, u64), IOCTL_R(RTC_EPOCH_READ, u64),
	IOCTL_R(RTC_PLL_GET, rtc_pll_info), IOCTL_W(RTC_PLL_SET, rtc_pll_info),
	IOCTL_RW_LEFT(RTC_PARAM_GET, rtc_param_in, rtc_param), IOCTL_W(RTC_PARAM_SET, rtc_param),
	IOCTL_R(RTC_VL_READ, hex32),
	IOCTL_VALUE(RTC_IRQP_SET, u64), IOCTL_VALUE(RTC_EPOCH_SET, u64),
	IOCTL_NONE(RTC_AIE_ON), IOCTL_NONE(RTC_AIE_OFF), IOCTL_NONE(RTC_UIE_ON),
	IOCTL_NONE(RTC_UIE_OFF), IOCTL_NONE(RTC_PIE_ON), IOCTL_NONE(RTC_PIE_OFF),
	IOCTL_NONE(RTC_WIE_ON), IOCTL_NONE(RTC_WIE_OFF), IOCTL_NONE(RTC_VL_CLR),
};

IOCTL_TABLE(rtc);

static const struct syscall_command watchdog_commands[] = {
	IOCTL_R(WDIOC_GETSUPPORT, watchdog_info), IOCTL_R(WDIOC_GETSTATUS, watchdog_flags),
	IOCTL_R(WDIOC_GETBOOTSTATUS, watchdog_flags), IOCTL_R(WDIOC_GETTEMP, int),
	IOCTL_W(WDIOC_SETOPTIONS, watchdog_options), IOCTL_RW(WDIOC_SETTIMEOUT, int),
	IOCTL_R(WDIOC_GETTIMEOUT, int), IOCTL_RW(WDIOC_SETPRETIMEOUT, int),
	IOCTL_R(WDIOC_GETPRETIMEOUT, int), IOCTL_R(WDIOC_GETTIMELEFT, int),
	IOCTL_NONE(WDIOC_KEEPALIVE),
};

IOCTL_TABLE(watchdog);

static const struct syscall_command userfault_commands[] = {
	IOCTL_RW_LEFT(UFFDIO_API, uffdio_api_in, uffdio_api),
	IOCTL_RW_LEFT(UFFDIO_REGISTER, uffdio_register_in, uffdio_register),
	IOCTL_W(UFFDIO_UNREGISTER, uffdio_range), IOCTL_W(UFFDIO_WAKE, uffdio_range),
	IOCTL_RW_LEFT(UFFDIO_COPY, uffdio_copy_in, uffdio_copy),
	IOCTL_RW_LEFT(UFFDIO_MOVE, uffdio_move_in, uffdio_move),
	IOCTL_RW_LEFT(UFFDIO_ZEROPAGE, uffdio_zeropage_in, uffdio_zeropage),
	IOCTL_W(UFFDIO_WRITEPROTECT, uffdio_writeprotect),
	IOCTL_RW_LEFT(UFFDIO_CONTINUE, uffdio_continue_in, uffdio_continue),
	IOCTL_RW_LEFT(UFFDIO_POISON, uffdio_poison_in, uffdio_poison),
};

IOCTL_TABLE(userfault);

static const struct syscall_command kvm_commands[] = {
	IOCTL_W(KVM_SET_USER_MEMORY_REGION, kvm_memory_region), IOCTL_W(KVM_IRQFD, kvm_irqfd),
	IOCTL_W(KVM_IOEVENTFD, kvm_ioeventfd), IOCTL_W(KVM_IRQ_LINE, kvm_irq_level),
	IOCTL_RW(KVM_IRQ_LINE_STATUS, kvm_irq_level), IOCTL_W(KVM_ENABLE_CAP, kvm_enable_cap),
	IOCTL_W(KVM_SET_USER_MEMORY_REGION2, kvm_memory_region2),
	IOCTL_RW(KVM_CREATE_GUEST_MEMFD, kvm_guest_memfd),
	IOCTL_W(KVM_SET_MEMORY_ATTRIBUTES, kvm_attributes),
	IOCTL_RW_LEFT(KVM_CREATE_DEVICE, kvm_device_in, kvm_device),
	IOCTL_W(KVM_SET_DEVICE_ATTR, kvm_device_attr),
	IOCTL_W(KVM_GET_DEVICE_ATTR, kvm_device_attr),
	IOCTL_W(KVM_HAS_DEVICE_ATTR, kvm_device_attr), IOCTL_W(KVM_SIGNAL_MSI, kvm_msi),
	IOCTL_W(KVM_GET_DIRTY_LOG, kvm_dirty_log), IOCTL_RW(KVM_CLEAR_DIRTY_LOG, kvm_clear_log),
	IOCTL_R(KVM_GET_MP_STATE, kvm_mp_state), IOCTL_W(KVM_SET_MP_STATE, kvm_mp_state),
	IOCTL_W(KVM_INTERRUPT, kvm_interrupt),
	IOCTL_RW_LEFT(KVM_TRANSLATE, kvm_translation_in, kvm_translation),
	IOCTL_W(KVM_GET_ONE_REG, kvm_one_reg), IOCTL_W(KVM_SET_ONE_REG, kvm_one_reg),
	IOCTL_W(KVM_REGISTER_COALESCED_MMIO, kvm_mmio_zone),
	IOCTL_W(KVM_UNREGISTER_COALESCED_MMIO, kvm_mmio_zone),
	IOCTL_W(KVM_SET_GSI_ROUTING, kvm_routing), IOCTL_W(KVM_SET_SIGNAL_MASK, kvm_sigmask),
	IOCTL_W(KVM_SET_IDENTITY_MAP_ADDR, hex64),
	IOCTL_VALUE(KVM_CREATE_VM, hex64), IOCTL_VALUE(KVM_CHECK_EXTENSION, kvm_capability),
	IOCTL_VALUE(KVM_CREATE_VCPU, u64), IOCTL_VALUE(KVM_SET_TSS_ADDR, hex64),
	IOCTL_VALUE(KVM_SET_BOOT_CPU_ID, u64),
	/* The kernel refuses these unless the argument is 0. */
	IOCTL_VALUE(KVM_RUN, hex64), IOCTL_VALUE(KVM_GET_API_VERSION, hex64),
	IOCTL_VALUE(KVM_GET_VCPU_MMAP_SIZE, hex64),
	IOCTL_VALUE(KVM_SET_TSC_KHZ, u64), IOCTL_VALUE(KVM_SET_NR_MMU_PAGES, u64),
	IOCTL_NONE(KVM_CREATE_IRQCHIP), IOCTL_NONE(KVM_NMI),
	IOCTL_NONE(KVM_GET_TSC_KHZ), IOCTL_NONE(KVM_GET_NR_MMU_PAGES), IOCTL_NONE(KVM_SMI),
	IOCTL_NONE(KVM_KVMCLOCK_CTRL),
};

IOCTL_TABLE(kvm);

static const struct syscall_command usb_commands[] = {
	IOCTL_RW(USBDEVFS_CONTROL, usb_control), IOCTL_RW(USBDEVFS_BULK, usb_bulk),
	IOCTL_W(USBDEVFS_RESETEP, uint), IOCTL_W(USBDEVFS_SETINTERFACE, usb_interface),
	IOCTL_W(USBDEVFS_SETCONFIGURATION, int), IOCTL_RW(USBDEVFS_GETDRIVER, usb_driver),
	IOCTL_W(USBDEVFS_CLAIMINTERFACE, uint), IOCTL_W(USBDEVFS_RELEASEINTERFACE, uint),
	IOCTL_R(USBDEVFS_CONNECTINFO, usb_connect), IOCTL_W(USBDEVFS_CLEAR_HALT, uint),
	IOCTL_R(USBDEVFS_GET_CAPABILITIES, usb_capabilities),
	/* The kernel reads this structure, in spite of the direction in the number. */
	IOCTL_W(USBDEVFS_SUBMITURB, usb_urb),
	IOCTL_W(_IOR('U', 10, struct syscall_usb_urb32), usb_urb32),
	/* The kernel writes the address of a structure. */
	IOCTL_R(USBDEVFS_REAPURB, hex64), IOCTL_R(USBDEVFS_REAPURBNDELAY, hex64),
	IOCTL_R(_IOW('U', 12, u32), hex32), IOCTL_R(_IOW('U', 13, u32), hex32),
	IOCTL_W(USBDEVFS_IOCTL, usb_ioctl), IOCTL_W(USBDEVFS_DISCSIGNAL, usb_signal),
	IOCTL_W(USBDEVFS_DISCONNECT_CLAIM, usb_claim), IOCTL_W(USBDEVFS_CLAIM_PORT, uint),
	IOCTL_W(USBDEVFS_RELEASE_PORT, uint), IOCTL_W(USBDEVFS_ALLOC_STREAMS, usb_streams),
	IOCTL_W(USBDEVFS_FREE_STREAMS, usb_streams), IOCTL_W(USBDEVFS_DROP_PRIVILEGES, hex32),
	IOCTL_VALUE(USBDEVFS_DISCARDURB, hex64), IOCTL_NONE(USBDEVFS_RESET),
	IOCTL_NONE(USBDEVFS_GET_SPEED), IOCTL_NONE(USBDEVFS_FORBID_SUSPEND),
	IOCTL_NONE(USBDEVFS_ALLOW_SUSPEND), IOCTL_NONE(USBDEVFS_WAIT_FOR_RESUME),
};

IOCTL_TABLE(usb);

/* The bytes of the entropy pool stay in the program. */
static const struct syscall_command random_commands[] = {
	IOCTL_W(RNDADDENTROPY, random_pool),
	IOCTL_R(RNDGETENTCNT, int), IOCTL_W(RNDADDTOENTCNT, int),
	IOCTL_NONE(RNDZAPENTCNT), IOCTL_NONE(RNDCLEARPOOL), IOCTL_NONE(RNDRESEEDCRNG),
};

IOCTL_TABLE(random);

static const struct syscall_command counter_commands[] = {
	IOCTL_W(COUNTER_ADD_WATCH_IOCTL, counter_watch),
	IOCTL_NONE(COUNTER_ENABLE_EVENTS_IOCTL), IOCTL_NONE(COUNTER_DISABLE_EVENTS_IOCTL),
};

IOCTL_TABLE(counter);

static const struct syscall_command scsi_commands[] = {
	IOCTL_W(SG_SET_TIMEOUT, int), IOCTL_W(SG_NEXT_CMD_LEN, int), IOCTL_W(SG_SET_COMMAND_Q, int),
	IOCTL_W(SG_SET_DEBUG, int), IOCTL_W(SG_SET_FORCE_LOW_DMA, int),
	IOCTL_W(SG_SET_FORCE_PACK_ID, int), IOCTL_W(SG_SET_KEEP_ORPHAN, int),
	IOCTL_W(SG_SET_RESERVED_SIZE, int), IOCTL_W(SG_SCSI_RESET, scsi_reset),
	IOCTL_R(SG_GET_VERSION_NUM, int), IOCTL_R(SG_GET_SG_TABLESIZE, int),
	IOCTL_R(SG_GET_ACCESS_COUNT, int), IOCTL_R(SG_GET_COMMAND_Q, int),
	IOCTL_R(SG_GET_KEEP_ORPHAN, int), IOCTL_R(SG_GET_LOW_DMA, int),
	IOCTL_R(SG_GET_NUM_WAITING, int), IOCTL_R(SG_GET_PACK_ID, int),
	IOCTL_R(SG_GET_RESERVED_SIZE, int), IOCTL_R(SG_GET_TRANSFORM, int),
	IOCTL_NONE(SG_GET_TIMEOUT),
};

IOCTL_TABLE(scsi);

static const struct syscall_command ptp_commands[] = {
	IOCTL_R(PTP_CLOCK_GETCAPS, ptp_caps), IOCTL_R(PTP_CLOCK_GETCAPS2, ptp_caps),
	IOCTL_W(PTP_EXTTS_REQUEST, ptp_extts), IOCTL_W(PTP_EXTTS_REQUEST2, ptp_extts2),
	IOCTL_W(PTP_PEROUT_REQUEST, ptp_perout), IOCTL_W(PTP_PEROUT_REQUEST2, ptp_perout),
	IOCTL_W(PTP_SYS_OFFSET, ptp_samples), IOCTL_W(PTP_SYS_OFFSET2, ptp_samples),
	IOCTL_W(PTP_SYS_OFFSET_EXTENDED, ptp_samples),
	IOCTL_W(PTP_SYS_OFFSET_EXTENDED2, ptp_samples),
	IOCTL_R(PTP_SYS_OFFSET_PRECISE, ptp_precise), IOCTL_R(PTP_SYS_OFFSET_PRECISE2, ptp_precise),
	IOCTL_RW_LEFT(PTP_PIN_GETFUNC, ptp_pin_in, ptp_pin),
	IOCTL_RW_LEFT(PTP_PIN_GETFUNC2, ptp_pin_in, ptp_pin),
	IOCTL_W(PTP_PIN_SETFUNC, ptp_pin_set), IOCTL_W(PTP_PIN_SETFUNC2, ptp_pin_set),
	IOCTL_VALUE(PTP_ENABLE_PPS, int), IOCTL_VALUE(PTP_ENABLE_PPS2, int),
	IOCTL_NONE(PTP_MASK_CLEAR_ALL),
};

IOCTL_TABLE(ptp);

/*
 * The directions in the numbers are wrong for some: MEMISLOCKED, OTPSELECT and OTPLOCK read memory,
 * and OTPGETREGIONCOUNT and OTPGETREGIONINFO write memory.
 */
static const struct syscall_command mtd_commands[] = {
	IOCTL_R(MEMGETINFO, mtd_info),
	IOCTL_W(MEMERASE, mtd_range), IOCTL_W(MEMERASE64, mtd_range64),
	IOCTL_W(MEMLOCK, mtd_range), IOCTL_W(MEMUNLOCK, mtd_range), IOCTL_W(MEMISLOCKED, mtd_range),
	IOCTL_RW(MEMWRITEOOB, mtd_oob), IOCTL_RW(MEMREADOOB, mtd_oob),
	/* Of 32-bit programs: the number has the size of the structure. */
	IOCTL_RW(_IOWR('M', 3, struct syscall_mtd_oob32), mtd_oob32),
	IOCTL_RW(_IOWR('M', 4, struct syscall_mtd_oob32), mtd_oob32),
	IOCTL_RW(MEMWRITEOOB64, mtd_oob64), IOCTL_RW(MEMREADOOB64, mtd_oob64),
	IOCTL_W(MEMWRITE, mtd_write), IOCTL_R(MEMGETREGIONCOUNT, int),
	IOCTL_RW_LEFT(MEMGETREGIONINFO, mtd_region_in, mtd_region),
	IOCTL_W(MEMGETBADBLOCK, u64), IOCTL_W(MEMSETBADBLOCK, u64), IOCTL_W(OTPSELECT, mtd_otp),
	IOCTL_R(OTPGETREGIONCOUNT, int), IOCTL_R(OTPGETREGIONINFO, mtd_otp_info),
	IOCTL_W(OTPLOCK, mtd_otp_info), IOCTL_W(OTPERASE, mtd_otp_info),
	IOCTL_R(ECCGETSTATS, mtd_ecc_stats),
	{ MTDFILEMODE, .layout = SHOWN(ENUM, mtd_file_mode) },
};

IOCTL_TABLE(mtd);

/* The number of UBI_IOCEBCH has the size of an int, but the kernel reads the structure. */
static const struct syscall_command ubi_commands[] = {
	IOCTL_W(UBI_IOCATT, ubi_attach), IOCTL_W(UBI_IOCDET, int),
	IOCTL_W(UBI_IOCMKVOL, ubi_volume),
	IOCTL_W(UBI_IOCRMVOL, int), IOCTL_W(UBI_IOCRSVOL, ubi_resize),
	IOCTL_W(UBI_IOCRNVOL, ubi_rename), IOCTL_W(UBI_IOCRPEB, int), IOCTL_W(UBI_IOCSPEB, int),
	IOCTL_W(UBI_IOCVOLUP, s64), IOCTL_W(UBI_IOCEBER, int), IOCTL_W(UBI_IOCEBCH, ubi_change),
	IOCTL_W(UBI_IOCEBMAP, ubi_map), IOCTL_W(UBI_IOCEBUNMAP, int),
	IOCTL_W(UBI_IOCEBISMAP, int), IOCTL_W(UBI_IOCSETVOLPROP, ubi_property),
	IOCTL_NONE(UBI_IOCVOLCRBLK), IOCTL_NONE(UBI_IOCVOLRMBLK),
};

IOCTL_TABLE(ubi);
