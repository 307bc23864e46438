// SPDX-License-Identifier: GPL-2.0
/*
 * The files that list and set events by name: available_events and set_event.
 *
 * A user can also name events of a module that is not loaded.  The instance keeps the
 * pattern. When the module is loaded, its events are enabled as they are registered,
 * before the init function of the module runs.  When the module is unloaded, the
 * pattern is dropped.
 */
#define pr_fmt(fmt) "ktrace: " fmt

#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/printk.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "control/control.h"
#include "control/files.h"
#include "control/event_match.h"
#include "event/arming.h"
#include "event/listener.h"
#include "event/tap.h"

/* Separator between an event and its module in a word. */
#define MODULE_MARK	":mod:"

/* Maximum number of patterns of an instance for modules that are not loaded. */
#define WAITS_MAX	256

/**
 * struct event_wait - events of a module to enable when they are registered
 * @node:	in the instance's list
 * @match:	the pattern; its strings are in @text
 * @met:	the module was loaded at the creation of this object or later: unloading
 *		it removes the object
 * @text:	the strings
 */
struct event_wait {
	struct list_head node;
	struct ktrace_event_match match;
	bool		met;
	char		text[];
};

/* Copy @from, which may be NULL, to *@end, and advance *@end. */
static const char *wait_string(char **end, const char *from)
{
	char *copy = *end;
	size_t size;

	if (!from)
		return NULL;
	size = strlen(from) + 1;
	*end += size;
	return memcpy(copy, from, size);
}

static size_t wait_string_size(const char *from)
{
	return from ? strlen(from) + 1 : 0;
}

static struct event_wait *wait_new(const struct ktrace_event_match *match)
{
	struct event_wait *wait;
	char *end;

	wait = kzalloc(struct_size(wait, text, wait_string_size(match->system) +
				   wait_string_size(match->name) +
				   wait_string_size(match->either) +
				   wait_string_size(match->module)), GFP_KERNEL);
	if (!wait)
		return NULL;
	end = wait->text;
	wait->match.system = wait_string(&end, match->system);
	wait->match.name = wait_string(&end, match->name);
	wait->match.either = wait_string(&end, match->either);
	wait->match.module = wait_string(&end, match->module);
	return wait;
}

static void wait_free(struct event_wait *wait)
{
	list_del(&wait->node);
	kfree(wait);
}

/* Whether @match selects @wait: an equal pattern, or a pattern for any event of the module. */
static bool wait_meant(const struct event_wait *wait, const struct ktrace_event_match *match)
{
	if (strcmp(wait->match.module, match->module))
		return false;
	if (!match->system && !match->name && !match->either)
		return true;
	return !strcmp(wait->match.system ?: "", match->system ?: "") &&
	       !strcmp(wait->match.name ?: "", match->name ?: "") &&
	       !strcmp(wait->match.either ?: "", match->either ?: "");
}

/* Remove matching patterns.  Return: number of those whose module was not loaded. */
static unsigned int waits_drop(struct ktrace_instance *instance,
			       const struct ktrace_event_match *match)
{
	struct event_wait *wait, *next;
	unsigned int count = 0;

	lockdep_assert_held(&ktrace_event_mutex);
	list_for_each_entry_safe(wait, next, &instance->waits, node)
		if (wait_meant(wait, match)) {
			count += !wait->met;
			wait_free(wait);
		}
	return count;
}

static bool any_matches(const struct ktrace_event_match *match)
{
	struct ktrace_event *event;

	lockdep_assert_held(&ktrace_event_mutex);
	list_for_each_entry(event, &ktrace_event_list, node)
		if (ktrace_event_matches(match, event))
			return true;
	return false;
}

/* Enable the events of a module, now and when they are registered. */
static int module_enable(struct ktrace_command *command, struct ktrace_instance *instance,
			 const struct ktrace_event_match *match, unsigned int column, bool *arms)
{
	struct event_wait *wait = wait_new(match);
	int found;

	if (!wait)
		return -ENOMEM;
	/* Note whether the module has events; a module that is being loaded may add more. */
	wait->met = any_matches(&(const struct ktrace_event_match) { .module = match->module });
	found = ktrace_events_switch(command, instance, match, true, arms);
	if (ktrace_events_unchanged(found) || (wait->met && !found)) {
		kfree(wait);
		return found ?: ktrace_command_refuse(command, -EINVAL, column,
						      "No such event in the module");
	}
	waits_drop(instance, match);
	if (list_count_nodes(&instance->waits) >= WAITS_MAX) {
		kfree(wait);
		return found ? min(found, 0) :
			       ktrace_command_refuse(command, -ENOSPC, column,
						     "Too many wait for modules");
	}
	list_add_tail(&wait->node, &instance->waits);
	return min(found, 0);
}

static int module_disable(struct ktrace_command *command, struct ktrace_instance *instance,
			  const struct ktrace_event_match *match, unsigned int column, bool *arms)
{
	int found = waits_drop(instance, match);

	found += ktrace_events_switch(command, instance, match, false, arms);
	if (!found)
		return ktrace_command_refuse(command, -EINVAL, column, "No such event");
	return 0;
}

/*
 * Cut the suffix :mod:MODULE off @word.  Sets *@module to the name as the kernel spells
 * it, or to NULL.  Return: 0; -EINVAL without a name; or -ENAMETOOLONG.
 */
static int word_cut_module(char *word, const char **module)
{
	char *mark = strstr(word, MODULE_MARK);

	*module = NULL;
	if (!mark)
		return 0;
	*mark = 0;
	mark += strlen(MODULE_MARK);
	*module = strreplace(mark, '-', '_');
	if (!*mark)
		return -EINVAL;
	return strlen(mark) < MODULE_NAME_LEN ? 0 : -ENAMETOOLONG;
}

/*
 * Set @match, but for its module, from SYSTEM:EVENT or a short form.  Cuts @word at the colon.
 */
static void word_match(char *word, struct ktrace_event_match *match)
{
	char *colon = strchr(word, ':');

	if (colon) {
		*colon = 0;
		match->system = *word ? word : NULL;
		match->name = colon[1] ? colon + 1 : NULL;
	} else if (*word || !match->module) {
		match->either = word;
	}
}

/*
 * Parse [!]SYSTEM:EVENT, SYSTEM:, SYSTEM:*, :EVENT, or a name that matches systems and
 * events. A suffix :mod:MODULE limits the word to events of the module; alone it stands
 * for all of them.  Sets *@arms as ktrace_events_switch() does.
 */
static int set_event_one(struct ktrace_command *command, struct ktrace_instance *instance,
			 char *word, bool *arms)
{
	unsigned int column = word - command->text;
	struct ktrace_event_match match = { };
	bool on = *word != '!';
	int err, found;

	if (!on)
		word++;
	err = word_cut_module(word, &match.module);
	if (err)
		return ktrace_command_refuse(command, err, match.module - command->text,
					     err == -EINVAL ? "No module is named" :
					     "The module's name is too long");
	word_match(word, &match);
	if (match.module)
		return on ? module_enable(command, instance, &match, column, arms) :
			    module_disable(command, instance, &match, column, arms);
	found = ktrace_events_switch(command, instance, &match, on, arms);
	if (!found)
		return ktrace_command_refuse(command, -EINVAL, column, "No such event");
	return min(found, 0);
}

/* Whether a pattern waits, or with @on would wait, for a module that is not loaded. */
static bool module_waits(const struct ktrace_instance *instance,
			 const struct ktrace_event_match *match, bool on)
{
	const struct event_wait *wait;

	if (!match->module)
		return false;
	if (on)
		return !any_matches(&(const struct ktrace_event_match) { .module = match->module });
	list_for_each_entry(wait, &instance->waits, node)
		if (!wait->met && wait_meant(wait, match))
			return true;
	return false;
}

/*
 * Whether the command @text gets as far as a word that enables an event, now or when its module is
 * loaded: the first word without an event ends the command.  Sets *@work if the hooks of an event
 * of a word use work bits of tasks.  Cuts @text into words.
 */
static bool words_enable(const struct ktrace_instance *instance, char *text, bool *work)
{
	bool enable = false;
	char *word;

	*work = false;
	while ((word = strsep(&text, " \t"))) {
		struct ktrace_event_match match = { };
		bool on = *word != '!', found;

		if (!*word)
			continue;
		word += !on;
		if (word_cut_module(word, &match.module))
			break;
		word_match(word, &match);
		scoped_guard(mutex, &ktrace_event_mutex)
			found = any_matches(&match) || module_waits(instance, &match, on);
		if (!found)
			break;
		enable = enable || on;
		*work = *work || (on && ktrace_events_work(&match));
	}
	return enable;
}

/**
 * ktrace_set_event - execute a write to the file set_event
 * @command: the words
 * @data: the instance
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 * Return: 0; or an errno, and the command logs the reason; earlier words stay in effect.
 */
int ktrace_set_event(struct ktrace_command *command, void *data)
{
	struct ktrace_instance *instance = data;
	char *copy __free(kfree) = kstrdup(command->text, GFP_KERNEL);
	char *rest = command->text;
	bool enable, work, arms = false;
	char *word;
	int err = 0;

	if (!copy)
		return -ENOMEM;
	/*
	 * A command that is refused as a whole must not allocate rings.  A pattern for a module
	 * that is not loaded allocates them: loading enables events under ktrace_event_mutex.
	 */
	enable = words_enable(instance, copy, &work);
	if (enable) {
		err = ktrace_enable_begin(instance, work);
		if (err)
			return err;
		ktrace_buffer_settle(&instance->buffer);
	}
	scoped_guard(mutex, &ktrace_event_mutex)
		while (!err && (word = strsep(&rest, " \t")))
			if (*word)
				err = set_event_one(command, instance, word, &arms);
	if (arms)
		err = ktrace_events_armed(command, instance, &(struct ktrace_event_match){ }) ?:
		      err;
	if (enable)
		ktrace_enable_end(instance, work);
	return err;
}

int ktrace_set_event_show(struct seq_file *m, void *data)
{
	struct ktrace_instance *instance = data;
	struct ktrace_event *event;
	struct event_wait *wait;

	guard(mutex)(&ktrace_event_mutex);
	list_for_each_entry(event, &ktrace_event_list, node)
		if (ktrace_event_on(event, instance))
			seq_printf(m, "%s:%s\n", event->system, event->name);
	list_for_each_entry(wait, &instance->waits, node) {
		if (wait->met)
			continue;
		if (wait->match.either)
			seq_puts(m, wait->match.either);
		else
			seq_printf(m, "%s:%s", wait->match.system ?: "*", wait->match.name ?: "*");
		seq_printf(m, MODULE_MARK "%s\n", wait->match.module);
	}
	return 0;
}

static void waits_free(struct ktrace_instance *instance)
{
	struct event_wait *wait, *next;

	list_for_each_entry_safe(wait, next, &instance->waits, node)
		wait_free(wait);
}

int ktrace_set_event_clear(void *data)
{
	bool arms = false;
	int found;

	scoped_guard(mutex, &ktrace_event_mutex) {
		waits_free(data);
		found = ktrace_events_switch(NULL, data, &(struct ktrace_event_match){ }, false,
					     &arms);
	}
	if (arms)
		ktrace_arming_wait();
	return min(found, 0);
}

int ktrace_available_events_show(struct seq_file *m, void *data)
{
	struct ktrace_event *event;

	guard(mutex)(&ktrace_event_mutex);
	list_for_each_entry(event, &ktrace_event_list, node)
		if (!event->class->own)
			seq_printf(m, "%s:%s\n", event->system, event->name);
	return 0;
}

/**
 * ktrace_set_event_added - enable a new event in instances with a pattern for it
 * @event: the event, with its files
 *
 * Context: task; sleeps; under ktrace_event_mutex.
 */
void ktrace_set_event_added(struct ktrace_event *event)
{
	struct ktrace_instance *instance;
	struct event_wait *wait;
	int err;

	lockdep_assert_held(&ktrace_event_mutex);
	if (!event->module)
		return;
	list_for_each_entry(instance, &ktrace_instance_list, node)
		list_for_each_entry(wait, &instance->waits, node) {
			if (strcmp(wait->match.module, event->module))
				continue;
			wait->met = true;
			if (!ktrace_event_matches(&wait->match, event))
				continue;
			err = ktrace_event_enable(event, instance, KTRACE_LISTEN_USER);
			if (err)
				pr_warn("%s:%s of module %s is not enabled: %d\n", event->system,
					event->name, event->module, err);
		}
}

/**
 * ktrace_set_event_removed - drop the patterns for a module that is unloaded
 * @event: a removed event of the module
 *
 * Context: task; sleeps; takes ktrace_event_mutex.
 */
void ktrace_set_event_removed(const struct ktrace_event *event)
{
	struct ktrace_instance *instance;
	struct event_wait *wait, *next;

	if (!event->module)
		return;
	guard(mutex)(&ktrace_event_mutex);
	list_for_each_entry(instance, &ktrace_instance_list, node)
		list_for_each_entry_safe(wait, next, &instance->waits, node)
			if (wait->met && !strcmp(wait->match.module, event->module))
				wait_free(wait);
}

/**
 * ktrace_set_event_free - free an instance's patterns for modules
 * @instance: the instance, whose directory was removed
 *
 * Context: task; sleeps.
 */
void ktrace_set_event_free(struct ktrace_instance *instance)
{
	waits_free(instance);
}
